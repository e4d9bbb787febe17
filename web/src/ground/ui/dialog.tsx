import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useText } from '../site/site.ts'
import { Button } from './button.tsx'

/**
 * Modal dialog. Escape cancels it. The focus then returns to the control that opened it, or to the page
 * content if that is gone.
 */
export function Dialog({
  title,
  children,
  onClose,
}: {
  title: string
  children: ReactNode
  onClose(): void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      const isThere = opener instanceof HTMLElement && opener.isConnected
      const back = isThere ? opener : document.getElementById('content')
      back?.focus({ preventScroll: !isThere })
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // The browser closes it later, and a key pressed until then would open another one in vain.
      onCancel={(event) => {
        // A file chooser inside has an event of the same name.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
      className="m-auto w-full max-w-md rounded-xl border border-line bg-raised p-6 text-ink shadow-float backdrop:bg-black/55 backdrop:backdrop-blur-xs"
    >
      <div className="grid gap-4">
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}

interface DialogEnd {
  /** Label of the button that acts. */
  action: string
  look?: 'primary' | 'danger'
  disabled?: boolean
  /** Omitted in forms, which the button sends. */
  onAct?(): unknown
  onCancel(): void
}

/** The buttons at the end of a dialog. */
export function DialogEnd({ action, look = 'primary', disabled, onAct, onCancel }: DialogEnd) {
  const t = useText('common')
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <Button
        type={onAct ? 'button' : 'submit'}
        look={look}
        disabled={disabled}
        onClick={onAct && (() => void onAct())}
      >
        {action}
      </Button>
    </div>
  )
}

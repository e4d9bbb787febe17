import { limits } from '@nodeyard/contract/limits'
import { type DragEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useText } from '../site/site.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Icon } from '../ui/icon.tsx'
import { usePictureFailure } from '../ui/picture-failure.ts'
import { RefusalNote } from '../ui/refusal-note.tsx'
import type { Action } from '../ui/use-action.ts'

const shapes = { square: 'size-20', wide: 'aspect-[21/9] w-52 max-w-full' } as const

interface PictureField {
  label: string
  hint: string
  /** Address at this site; without it, a drawing is shown. */
  picture: string | undefined
  shape: keyof typeof shapes
  /** Whether an uploaded picture can be removed. */
  isUploaded: boolean
  isReadOnly: boolean
  action: Action
  upload(data: string): Promise<unknown>
  remove(): Promise<unknown>
  /** Other ways to set the picture. */
  children?: ReactNode
}

/** Shows a picture that publishers upload with a file picker, or drop on it. It is saved at once. */
export function PictureField({ label, hint, shape, isReadOnly, children, ...field }: PictureField) {
  const t = useText('forms')
  const id = useId()
  const { picture, isUploaded, action, remove } = field
  const { take, problem } = useUpload(field)
  const { isOver, drop } = useDrop(isReadOnly ? undefined : take)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend into its border
    <div role="group" aria-labelledby={id} className="grid content-start gap-2">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <div {...drop} className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div
          className={`grid shrink-0 place-items-center overflow-hidden rounded-lg ${shapes[shape]} ${isOver ? 'border-2 border-dashed border-accent bg-accent-soft' : picture ? 'border border-line bg-sunken' : 'border-2 border-dashed border-edge bg-sunken'}`}
        >
          <Shown key={picture} picture={picture} />
        </div>
        {!isReadOnly && (
          <div className="grid min-w-0 flex-1 basis-56 gap-2">
            <div className="flex flex-wrap gap-2">
              <FileButton isDisabled={action.isRunning} take={take} describedBy={`${id}-hint`} />
              {isUploaded && (
                <Button
                  look="quiet"
                  disabled={action.isRunning}
                  onClick={() => void action.run(remove, t('picture_removed'))}
                >
                  {t('picture_remove')}
                </Button>
              )}
            </div>
            <p id={`${id}-hint`} className="text-sm text-pretty text-muted">
              {hint} {t('picture_formats')}
            </p>
          </div>
        )}
      </div>
      {problem ? (
        <p role="alert" className="text-sm text-danger">
          {t(problem)}
        </p>
      ) : (
        <RefusalNote problem={action.problem} />
      )}
      {!isUploaded && children}
    </div>
  )
}

function Shown({ picture }: { picture: string | undefined }) {
  const { failed, onFailure } = usePictureFailure()
  if (!picture || failed) return <Icon name="picture" className="size-8 text-muted" />
  return <img src={picture} alt="" {...onFailure} className="size-full object-cover" />
}

interface FileButton {
  isDisabled: boolean
  describedBy: string
  take(file: File): void
}

function FileButton({ isDisabled, describedBy, take }: FileButton) {
  const t = useText('forms')
  const isReady = useHydrated()
  return (
    <label className="inline-flex h-9 cursor-pointer items-center gap-2 rounded-md border border-line bg-surface px-3.5 text-sm font-medium shadow-card focus-within:outline-2 hover:border-edge has-disabled:opacity-50">
      <Icon name="picture" className="size-4" />
      {t('picture_choose')}
      <input
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-describedby={describedBy}
        disabled={!isReady || isDisabled}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) take(file)
          // Allows selecting the same file again after it was edited.
          target.value = ''
        }}
      />
    </label>
  )
}

/** Uploads files that the registry can accept, as far as that is known before. */
function useUpload({ action, upload }: Pick<PictureField, 'action' | 'upload'>) {
  const t = useText('forms')
  const [problem, setProblem] = useState<'refusal_picture_too_large' | 'refusal_picture_drawing'>()
  const take = (file: File) => {
    const found = problemOf(file)
    setProblem(found)
    if (found) action.reset()
    else void action.run(async () => upload(await base64Of(file)), t('picture_saved'))
  }
  return { take, problem }
}

function problemOf({ size, type }: File) {
  if (type === 'image/svg+xml') return 'refusal_picture_drawing'
  return size > limits.uploadedPictureBytes ? 'refusal_picture_too_large' : undefined
}

function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
  reader.onerror = () => reject(reader.error)
  reader.readAsDataURL(file)
  return promise
}

/** Events of the place where a file can be dropped. */
function useDrop(take: ((file: File) => void) | undefined) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const over = new AbortController()
    // A browser would open a file that is dropped beside its place, and leave the page.
    const stay = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    addEventListener('dragover', stay, { signal: over.signal })
    addEventListener('drop', stay, { signal: over.signal })
    return () => over.abort()
  }, [])
  if (!take) return { isOver, drop: {} }
  const approach = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(true)
  }
  const drop = {
    // The page does not take the file for a workflow.
    'data-takes-files': '',
    onDragOver: approach,
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      approach(event)
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file) take(file)
    },
  }
  return { isOver, drop }
}

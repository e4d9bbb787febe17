import { useText } from '../site/site.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Asks before an action with consequences for others. */
export function Question({
  title,
  action,
  onConfirm,
  onClose,
}: {
  title: string
  action: string
  onConfirm(): void
  onClose(): void
}) {
  const cancel = useText('common')('cancel')
  const confirm = () => {
    onClose()
    onConfirm()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{cancel}</Button>
        <Button look="primary" onClick={confirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}

import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Dialog } from '../../ground/ui/dialog.tsx'

export function KeyHelp({ onClose }: { onClose(): void }) {
  const t = useText('admin-review')
  const common = useText('common')
  const keys: [string, string][] = [
    ['j ↓', t('key_next')],
    ['k ↑', t('key_previous')],
    ['n p', t('key_finding')],
    ['a', t('key_approve')],
    ['r', t('key_reject')],
    ['u', t('key_undo')],
    ['x', t('key_select')],
    ['⇧ x', t('key_range')],
    ['⇧ ↓ ⇧ ↑', t('key_extend')],
    ['*', t('key_all')],
    ['Esc', t('key_clear')],
    ['⏎', t('key_confirm')],
    ['?', t('key_help')],
  ]
  return (
    <Dialog title={t('keys')} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        {keys.map(([key, text]) => (
          <div key={key} className="contents">
            <dt dir="ltr">
              <kbd className="rounded-sm border border-edge px-1.5 py-0.5 font-mono text-xs">{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Button className="justify-self-end" onClick={onClose}>
        {common('close')}
      </Button>
    </Dialog>
  )
}

import { useEffect, useRef } from 'react'
import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Command } from '../../ground/ui/command.tsx'
import { Notice } from '../../ground/ui/notice.tsx'

/** Shows a secret that no other response contains. It is gone when the user leaves the page. */
export function Secret({
  secret: { of, text },
  onSeen,
}: {
  secret: { of: string; text: string }
  onSeen(): void
}) {
  const t = useText('notifications')
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new secret must be read out too
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <div ref={box} role="status" tabIndex={-1}>
      <Notice tone="warn" title={t('secret_title')}>
        <div className="grid gap-3 pt-1">
          <p className="text-sm text-muted wrap-anywhere">
            <bdi dir="ltr">{of}</bdi>
          </p>
          <p className="text-pretty">{t('secret_lead')}</p>
          <Command text={text} copyLabel={t('copy_secret')} />
          <Button className="justify-self-start" onClick={onSeen}>
            {t('secret_seen')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}

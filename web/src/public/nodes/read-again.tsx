import { requestReading } from '@nodeyard/contract/packs'
import { useState } from 'react'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Button } from '../../ground/ui/button.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'

/** For authors who have just changed their repository, above all to opt out. */
export function ReadAgain({ nodeId }: { nodeId: string }) {
  const t = useText('nodes')
  const { registry, settings } = useSite()
  const { run, isRunning, problem } = useAction()
  const [dueAt, setDueAt] = useState<string>()
  const request = () =>
    run(async () => {
      const { is_due, due_at } = await registry.call(requestReading, { params: { nodeId } })
      setDueAt(is_due ? 'now' : due_at)
    })
  return (
    <div className="needs-script grid justify-items-start gap-1 pt-1 print:hidden">
      <Button disabled={isRunning || dueAt !== undefined} onClick={() => void request()}>
        {t('read_again')}
      </Button>
      <p role="status">
        {dueAt === 'now' && t('reading_is_next')}
        {dueAt !== undefined &&
          dueAt !== 'now' &&
          t('reading_is_later', { time: formatsOf(settings.locale).dateTime(dueAt) })}
      </p>
      <RefusalNote problem={problem} />
    </div>
  )
}

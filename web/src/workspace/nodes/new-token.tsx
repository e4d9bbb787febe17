import { createToken, type TokenAction } from '@nodeyard/contract/people'
import { useState } from 'react'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Command } from '../../ground/ui/command.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'

const lifeDays = 90
const actions: TokenAction[] = ['publish-new', 'publish-update']

/** Creates a token that publishes this pack, or every pack of the publisher while none is chosen, and shows it once. */
export function NewToken({ publisherId, nodeId }: { publisherId: string; nodeId: string | undefined }) {
  const t = useText('manage')
  const { registry, settings } = useSite()
  const { run, isRunning, problem } = useAction()
  const [made, setMade] = useState<{ secret: string; scope: string }>()
  const date = formatsOf(settings.locale).date(new Date(Date.now() + lifeDays * 86_400_000).toISOString())
  const scope = nodeId
    ? t('guide_token_scope', { id: nodeId, date })
    : t('guide_token_scope_all', { publisher: publisherId, date })
  const create = () =>
    run(async () => {
      const body = {
        name: t('guide_token_name'),
        actions,
        expires_in_days: lifeDays,
        ...(nodeId ? { nodes: [nodeId] } : {}),
      }
      const { token: secret } = await registry.call(createToken, { params: { publisherId }, body })
      setMade({ secret, scope })
    })
  return (
    <div className="grid max-w-prose gap-3">
      <RefusalNote problem={problem} />
      <p className="text-sm text-muted text-pretty">{made?.scope ?? scope}</p>
      {made ? (
        <>
          <Command text={made.secret} copyLabel={t('copy_token')} />
          <p role="status" className="text-sm font-medium text-warn text-pretty">
            {t('guide_token_once')}
          </p>
        </>
      ) : (
        <Button disabled={isRunning} onClick={() => void create()} className="justify-self-start">
          {t('guide_create_token')}
        </Button>
      )}
    </div>
  )
}

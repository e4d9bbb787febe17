import { createToken } from '@nodeyard/contract/tokens'
import { useState } from 'react'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Command } from '../../ground/ui/command.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'

/** Creates a token for the guide and shows it once. */
export function NewToken({ publisherId }: { publisherId: string }) {
  const t = useText('manage')
  const { registry } = useSite()
  const { run, isRunning, problem } = useAction()
  const [secret, setSecret] = useState<string>()
  const create = () =>
    run(async () => {
      const body = { name: t('guide_token_name') }
      setSecret((await registry.call(createToken, { params: { publisherId }, body })).token)
    })
  if (secret) {
    return (
      <div className="grid max-w-xl gap-2">
        <Command text={secret} copyLabel={t('copy_token')} />
        <p role="status" className="text-sm font-medium text-warn text-pretty">
          {t('guide_token_once')}
        </p>
      </div>
    )
  }
  return (
    <div className="grid justify-items-start gap-3">
      <RefusalNote problem={problem} />
      <Button disabled={isRunning} onClick={() => void create()}>
        {t('guide_create_token')}
      </Button>
    </div>
  )
}

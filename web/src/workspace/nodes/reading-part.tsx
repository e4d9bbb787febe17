import { type NodeDetail, setReadingOptOut } from '@nodeyard/contract/packs'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useNodeAction } from './use-node-action.ts'

/** Lets owners keep the registry from reading a repository, before its first version replaces what was read. */
export function ReadingPart({ node }: { node: NodeDetail }) {
  const t = useText('manage')
  const { registry } = useSite()
  const { run, isRunning, problem } = useNodeAction(node.id)
  const isOff = node.is_reading_off === true
  const change = () =>
    run(
      () =>
        registry.call(setReadingOptOut, {
          params: { publisherId: node.publisher.id, nodeId: node.id },
          body: { opted_out: !isOff },
        }),
      t(isOff ? 'reading_on' : 'reading_off'),
    )
  return (
    <Part title={t('reading')} lead={t('reading_lead')}>
      <Button className="justify-self-start" disabled={isRunning} onClick={() => void change()}>
        {t(isOff ? 'turn_reading_on' : 'turn_reading_off')}
      </Button>
      <RefusalNote problem={problem} />
    </Part>
  )
}

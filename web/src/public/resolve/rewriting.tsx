import type { Misfit, Rewritten } from '@nodeyard/analysis/comfy-nodes'
import type { Graph } from '@nodeyard/analysis/workflow'
import type { Resolved } from '@nodeyard/planning/resolve'
import { useState } from 'react'
import { useSite, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { Section } from '../../ground/ui/section.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { saveText } from '../plan/save-text.ts'

type ComfyNode = Resolved['comfyNodes'][number]

interface Outcome extends Rewritten {
  misfits: Misfit[]
  /** New comfy-nodes whose definition is not known. */
  unchecked: string[]
}

const misfitTexts: Record<Misfit['kind'], TextKey<'resolve'>> = {
  input_missing: 'misfit_input_missing',
  input_unknown: 'misfit_input_unknown',
  choice_unknown: 'misfit_choice_unknown',
  value_out_of_range: 'misfit_value_out_of_range',
  link_of_other_type: 'misfit_link_of_other_type',
}

/** Renamed comfy-nodes with their successors, and the workflow rewritten for them. */
export function Rewriting({
  comfyNodes,
  graphs,
}: {
  comfyNodes: readonly ComfyNode[]
  graphs: readonly Graph[]
}) {
  const t = useText('resolve')
  const { registry } = useSite()
  const action = useAction()
  const [outcome, setOutcome] = useState<Outcome>()
  const replaced = comfyNodes.filter(({ replaced_by: by = [] }) => by.length > 0)
  const [graph] = graphs
  if (replaced.length === 0) return null
  const rewrite = () =>
    action.run(async () => {
      const { rewriteFor } = await import('./rewrite-for.ts')
      if (graph)
        setOutcome(
          await rewriteFor(
            registry,
            graph,
            replaced.map((one) => one.comfy_node_name),
          ),
        )
    })
  return (
    <Section title={t('replaced_title')}>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
        {replaced.map(({ comfy_node_name: name, replaced_by: by = [] }) => (
          <li key={name} className="px-4 py-2">
            <bdi className="font-mono wrap-anywhere">{name}</bdi> →{' '}
            <bdi className="font-mono wrap-anywhere">{by[0]?.new_node_id}</bdi>
            {by[0]?.provider_id && (
              <span className="text-muted">
                {' '}
                <bdi>({by[0].provider_id})</bdi>
              </span>
            )}
            {by[0]?.is_confirmed === false && <span className="text-warn"> {t('replacement_proposed')}</span>}
          </li>
        ))}
      </ul>
      {graphs.length === 1 && (
        <Button onClick={() => void rewrite()} disabled={action.isRunning} className="justify-self-start">
          {t('rewrite')}
        </Button>
      )}
      <RefusalNote problem={action.problem} />
      <div aria-live="polite">{outcome && <RewrittenWorkflow outcome={outcome} />}</div>
    </Section>
  )
}

function RewrittenWorkflow({ outcome: { workflow, changes, misfits, unchecked } }: { outcome: Outcome }) {
  const t = useText('resolve')
  return (
    <div className="grid gap-3">
      <ul className="grid gap-1 text-sm">
        {changes.map(({ id, from, to, dropped, set, losesValues }) => (
          <li key={id} className="min-w-0 wrap-anywhere">
            <bdi className="font-mono">
              #{id} {from} → {to}
            </bdi>
            {dropped.length > 0 && (
              <span className="text-warn"> {t('change_dropped', { names: dropped })}</span>
            )}
            {set.length > 0 && (
              <span className="text-muted"> {t('change_set', { names: set.map(({ input }) => input) })}</span>
            )}
            {losesValues && <span className="text-warn"> {t('change_values')}</span>}
          </li>
        ))}
      </ul>
      {misfits.length > 0 ? (
        <Notice tone="warn" title={t('misfits_title')}>
          <ul>
            {misfits.map(({ id, kind, input }) => (
              <li key={`${id} ${kind} ${input}`}>
                <bdi className="font-mono">#{id}</bdi> {t(misfitTexts[kind], { input })}
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        unchecked.length === 0 && <Notice tone="good" title={t('fits')} />
      )}
      {unchecked.length > 0 && <Notice tone="info" title={t('unchecked', { names: unchecked })} />}
      <Button
        onClick={() => saveText('workflow.json', `${JSON.stringify(workflow, null, 2)}\n`)}
        className="justify-self-start"
      >
        <Icon name="download" />
        {t('download_workflow')}
      </Button>
    </div>
  )
}

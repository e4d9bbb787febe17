import type { Effects } from '@nodeyard/contract/safety'
import type { UseQueryResult } from '@tanstack/react-query'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'

const counted = [
  ['nodes', 'effect_nodes'],
  ['versions', 'effect_versions'],
  ['installs', 'effect_installs'],
  ['installsLastMonth', 'effect_installs_month'],
  ['tokens', 'effect_tokens'],
  ['members', 'effect_members'],
  ['otherPublishers', 'effect_other_publishers'],
] as const satisfies readonly (readonly [keyof Effects, TextKey<'admin-registry'>])[]

/** Lists how much an action affects, without the zero counts. */
export function EffectsList({ effects: { data, error, refetch } }: { effects: UseQueryResult<Effects> }) {
  const t = useText('admin-registry')
  if (error) return <LoadProblem problem={error} retry={() => void refetch()} />
  if (!data) return <Spinner />
  return (
    <div className="grid gap-2 text-sm">
      <ul aria-label={t('effects')} className="grid list-disc gap-0.5 ps-5">
        {counted
          .filter(([name]) => data[name] > 0)
          .map(([name, text]) => (
            <li key={name}>{t(text, { count: data[name] })}</li>
          ))}
        {data.staying.nodes > 0 && <li>{t('effect_staying_nodes', { count: data.staying.nodes })}</li>}
        {data.staying.members > 0 && <li>{t('effect_staying_members', { count: data.staying.members })}</li>}
      </ul>
      {data.admins > 0 && (
        <p className="font-semibold text-danger">{t('effect_admins', { count: data.admins })}</p>
      )}
    </div>
  )
}

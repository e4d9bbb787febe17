import type { InstalledPack } from '@nodeyard/analysis/installations'
import { copiesIn } from '@nodeyard/planning/folders'
import type { ReadInput } from '@nodeyard/planning/read-input'
import { useText } from '../../ground/site/site.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { PlanPanel } from '../plan/plan-panel.tsx'
import { AffectedPacks } from './affected-packs.tsx'
import { Updates } from './updates.tsx'

/** The input, the packs with problems, the plan and the updates. */
export function Result({ read: { wanted, installations, graphs } }: { read: ReadInput }) {
  const t = useText('plan')
  const packs = installations.flatMap((one) => one.packs)
  const python = installations.reduce((sum, one) => sum + one.python.length, 0)
  return (
    <>
      <Notice
        tone="info"
        title={t('read_summary', {
          packs: String(wanted.packs.length),
          python: String(python),
          workflows: String(graphs.length),
        })}
      />
      {packs.length > 0 && <AffectedPacks packs={packs} />}
      <Copies packs={packs} />
      <PlanPanel wanted={wanted} packs={packs} />
      {packs.some(({ id, version, commit }) => (id && version) || commit) && (
        <Updates packs={packs} graphs={graphs} />
      )}
    </>
  )
}

/** Packs that are in several folders. */
function Copies({ packs }: { packs: readonly InstalledPack[] }) {
  const t = useText('plan')
  return copiesIn(packs).map(({ pack, folders }) => (
    <Notice key={pack} tone="warn" title={t('pack_twice', { pack, folders: folders.join(', ') })} />
  ))
}

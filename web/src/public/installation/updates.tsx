import type { InstalledPack } from '@nodeyard/analysis/installations'
import type { Graph } from '@nodeyard/analysis/workflow'
import {
  type FoundUpdates,
  findUpdates,
  type PackUpdates,
  type Update,
  unjudgedReasons,
} from '@nodeyard/planning/updates'
import { type PlanSettings, usualSettings } from '@nodeyard/planning/wanted'
import { useState } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Fold } from '../../ground/ui/fold.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { Section } from '../../ground/ui/section.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { MachineForm } from '../plan/machine-form.tsx'
import { changeText } from '../source/change-text.ts'

const verdicts: Record<Update['effect'], TextKey<'plan'>> = {
  breaks: 'update_breaks',
  may_break: 'update_may_break',
  fits: 'update_fits',
}

const unjudgedTexts: Record<(typeof unjudgedReasons)[number], TextKey<'plan'>> = {
  unknown: 'unjudged_unknown',
  version_unknown: 'unjudged_version_unknown',
  commit_unknown: 'unjudged_commit_unknown',
  unnamed: 'unjudged_unnamed',
}

interface UpdatesProps {
  packs: readonly InstalledPack[]
  graphs: readonly Graph[]
}

/** Newer versions of installed packs, and what they would break. */
export function Updates({ packs, graphs }: UpdatesProps) {
  const t = useText('plan')
  const { registry } = useSite()
  const action = useAction()
  const [settings, change] = useState<PlanSettings>(usualSettings)
  const [found, setFound] = useState<FoundUpdates>()
  const check = () =>
    action.run(async () => setFound(await findUpdates(registry, { packs, graphs }, settings.machine)))
  const updated = found?.packs.filter(({ updates }) => updates.length > 0)
  return (
    <Section
      title={t('updates_title')}
      lead={graphs.length > 0 ? t('updates_text') : t('updates_without_workflow')}
    >
      <MachineForm settings={settings} change={change} isShort />
      <Button onClick={() => void check()} disabled={action.isRunning} className="justify-self-start">
        {t('updates_check')}
      </Button>
      <div aria-live="polite" aria-busy={action.isRunning} className="grid min-w-0 gap-3">
        {action.isRunning && <p className="waiting text-sm text-muted">{t('updates_checking')}</p>}
        <RefusalNote problem={action.problem} />
        {found && <Summary found={found.packs} />}
        {found && <Unjudged unjudged={found.unjudged} />}
        {updated && updated.length > 0 && (
          <ul className="grid gap-3">
            {updated.map((one) => (
              <PackBox key={`${one.nodeId} ${one.folder}`} pack={one} />
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}

function Summary({ found }: { found: readonly PackUpdates[] }) {
  const t = useText('plan')
  const safe = found.filter(({ best, installed }) => best !== installed)
  if (safe.length === 0) return <Notice tone="good" title={t('updates_none')} />
  return (
    <Notice tone="good" title={t('updates_safe')}>
      <ul>
        {safe.map(({ nodeId, installed, best }) => (
          <li key={nodeId}>
            <bdi className="font-mono wrap-anywhere">
              {nodeId} {installed} → {best}
            </bdi>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Packs that could not be compared, by reason. */
function Unjudged({ unjudged }: Pick<FoundUpdates, 'unjudged'>) {
  const t = useText('plan')
  const formats = useFormats()
  return unjudgedReasons.map((reason) => {
    const names = unjudged.filter((one) => one.reason === reason).map(({ name }) => name)
    if (names.length === 0) return null
    return (
      <Notice key={reason} tone="info" title={t(unjudgedTexts[reason], { names: formats.list(names) })} />
    )
  })
}

function PackBox({ pack: { nodeId, installed, updates, best } }: { pack: PackUpdates }) {
  const t = useText('plan')
  return (
    <li className="grid gap-2 rounded-lg border border-line bg-surface px-4 py-3 text-sm">
      <p className="font-semibold">
        <Link to={links.node(nodeId)} className="hover:underline">
          <bdi className="wrap-anywhere">{nodeId}</bdi>
        </Link>{' '}
        <bdi className="font-mono text-xs text-muted">{installed}</bdi>
      </p>
      <ul className="grid gap-1.5">
        {updates.map((update) => (
          <li key={update.version}>
            <UpdateBox update={update} isBest={update.version === best} />
          </li>
        ))}
      </ul>
      {best === installed && <p className="text-muted">{t('updates_stay')}</p>}
    </li>
  )
}

function UpdateBox({ update, isBest }: { update: Update; isBest: boolean }) {
  const t = useText('plan')
  const tSource = useText('source')
  const { version, effect, breaking, breakages, newRequirements, newCapabilities } = update
  const verdict = isBest && effect === 'fits' ? t('update_best') : t(verdicts[effect])
  const changes =
    effect === 'may_break'
      ? breaking.map((change) => ({ place: '', change }))
      : breakages.map(({ id, change }) => ({ place: ` #${id}`, change }))
  return (
    <Fold
      look={effect === 'breaks' ? 'text-danger' : effect === 'may_break' ? 'text-warn' : 'text-ink'}
      title={
        <>
          <bdi className="font-mono">{version}</bdi> {verdict}
        </>
      }
    >
      <ul className="ms-5 grid gap-0.5 text-muted">
        {changes.map(({ place, change }) => (
          <li
            key={`${place} ${change.comfy_node_name} ${change.kind} ${change.part}`}
            className="min-w-0 wrap-anywhere"
          >
            <bdi className="font-mono">
              {change.comfy_node_name}
              {place}
            </bdi>
            : {changeText(tSource, change)}
          </li>
        ))}
        {newRequirements.map((line) => (
          <li key={line} className="min-w-0 wrap-anywhere">
            {t('update_requirement')} <bdi className="font-mono text-xs">{line}</bdi>
          </li>
        ))}
        {newCapabilities.map(({ kind, subject }) => (
          <li key={`${kind} ${subject}`} className="min-w-0 wrap-anywhere">
            {t('update_capability')}{' '}
            <bdi className="font-mono text-xs">
              {kind} {subject}
            </bdi>
          </li>
        ))}
      </ul>
    </Fold>
  )
}

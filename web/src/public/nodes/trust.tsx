import type { Attestation, CommitMatch, RequirementAdvisory } from '@nodeyard/contract/packs'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { links, sections } from '../../ground/paths/links.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Fold } from '../../ground/ui/fold.tsx'
import { httpAddress, readableAddress } from '../../ground/ui/http-address.ts'
import { Icon, type IconName } from '../../ground/ui/icon.tsx'
import { Section } from '../../ground/ui/section.tsx'
import { MatchedFiles } from './matched-files.tsx'
import { saysAnything, trustQuery } from './trust-query.ts'

/** Claims about a version that the registry has checked, in plain words. */
export function Trust({ nodeId, version }: { nodeId: string; version: string }) {
  const t = useText('nodes')
  const { data } = useSuspenseQuery(trustQuery(useSite(), nodeId, version))
  if (!saysAnything(data)) return null
  const { match, attestations, lastSigned, advisories } = data
  return (
    <Section id={sections.trust} title={t('trust')} lead={t('trust_text')}>
      <ul className="card divide-y divide-line">
        {attestations.map((attestation) => (
          <Signature key={attestation.id} attestation={attestation} />
        ))}
        {lastSigned && (
          <Claim tone="warn" title={t('trust_unsigned')}>
            {t('trust_unsigned_text', { version: lastSigned })}
          </Claim>
        )}
        <Match match={match} nodeId={nodeId} version={version} />
        {advisories.map((advisory) => (
          <Vulnerability key={`${advisory.id} ${advisory.requirement}`} advisory={advisory} />
        ))}
      </ul>
    </Section>
  )
}

const tones = {
  good: { look: 'text-accent', icon: 'verified' },
  plain: { look: 'text-muted', icon: 'info' },
  warn: { look: 'text-warn', icon: 'warning' },
} as const satisfies Record<string, { look: string; icon: IconName }>

function Claim({
  tone,
  title,
  children,
}: {
  tone: keyof typeof tones
  title: ReactNode
  children: ReactNode
}) {
  const { look, icon } = tones[tone]
  return (
    <li className="flex gap-3 px-5 py-4 text-sm">
      <Icon name={icon} className={`mt-0.5 ${look}`} />
      <div className="grid min-w-0 gap-1.5">
        <p className="font-semibold">{title}</p>
        <div className="grid gap-1.5 text-muted text-pretty">{children}</div>
      </div>
    </li>
  )
}

function Outside({ address, children }: { address: string; children?: ReactNode }) {
  const href = httpAddress(address)
  if (!href) return <bdi>{children ?? address}</bdi>
  return (
    <a href={href} rel="nofollow noopener ugc" className="text-accent underline-offset-4 hover:underline">
      <bdi>{children ?? readableAddress(href)}</bdi>
    </a>
  )
}

function Signature({ attestation }: { attestation: Attestation }) {
  const t = useText('nodes')
  const formats = useFormats()
  const { repository_url: repository, identity, issuer, is_of_repository: isOwn } = attestation
  const date = formats.date(attestation.signed_at)
  const host = readableAddress(issuer)
  const title = !repository
    ? t('trust_signed_person', { name: identity })
    : isOwn
      ? t('trust_signed')
      : t('trust_signed_elsewhere')
  return (
    <Claim tone={repository && isOwn ? 'good' : 'plain'} title={title}>
      <p>
        {repository
          ? t('trust_signed_text', { name: readableAddress(repository), date, host })
          : t('trust_signed_person_text', { name: identity, date, host })}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {attestation.run_url && <Outside address={attestation.run_url}>{t('trust_run')}</Outside>}
        {attestation.log_index && <span>{t('trust_log', { number: attestation.log_index })}</span>}
      </p>
    </Claim>
  )
}

const shownCommitCharacters = 10

function Match({ match, nodeId, version }: { match: CommitMatch; nodeId: string; version: string }) {
  const t = useText('nodes')
  const { state, commit = '', repository_url: address = '' } = match
  if (state === 'none' || state === 'off') return null
  const words = { text: commit.slice(0, shownCommitCharacters), name: readableAddress(address) }
  if (state === 'waiting')
    return (
      <Claim tone="plain" title={t('trust_waiting')}>
        {t('trust_waiting_text', words)}
      </Claim>
    )
  if (state === 'failed')
    return (
      <Claim tone="plain" title={t('trust_failed')}>
        <p>{t('trust_failed_text', words)}</p>
        <p dir="auto">{match.failure}</p>
      </Claim>
    )
  return (
    <Claim tone={match.matches ? 'good' : 'warn'} title={t(match.matches ? 'trust_same' : 'trust_differs')}>
      <p>{t(match.matches ? 'trust_same_text' : 'trust_differs_text', words)}</p>
      <p>{t(namedBy[match.named_by ?? 'address'])}</p>
      <Counts match={match} />
      {match.files && match.files.length > 0 && (
        <Fold title={t('trust_files')}>
          <MatchedFiles
            files={match.files}
            addressOf={(path) => links.source(nodeId, version, { file: path })}
          />
        </Fold>
      )}
    </Claim>
  )
}

const namedBy = {
  build: 'trust_named_by_build',
  attestation: 'trust_named_by_attestation',
  address: 'trust_named_by_address',
} as const

function Counts({
  match: { same = 0, changed = 0, added = 0, missing = 0, skipped = 0 },
}: {
  match: CommitMatch
}) {
  const t = useText('nodes')
  const formats = useFormats()
  const counts = [
    [t('match_same'), same],
    [t('match_changed'), changed],
    [t('match_added'), added],
    [t('match_missing'), missing],
    [t('match_skipped'), skipped],
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {counts.map(
        ([name, count]) =>
          count > 0 && (
            <div key={name} className="flex gap-1.5">
              <dt>{name}</dt>
              <dd className="font-semibold text-ink tabular-nums">{formats.number(count)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Vulnerability({ advisory }: { advisory: RequirementAdvisory }) {
  const t = useText('nodes')
  const { id, summary, requirement, fixed } = advisory
  return (
    <Claim tone="warn" title={t('trust_vulnerable', { name: advisory.package })}>
      <p>{t('trust_vulnerable_text', { text: requirement })}</p>
      <p>
        <Outside address={`https://osv.dev/vulnerability/${encodeURIComponent(id)}`}>{id}</Outside>
        {summary && (
          <>
            {' · '}
            <span dir="auto">{summary}</span>
          </>
        )}
      </p>
      <p>{fixed ? t('trust_fixed', { version: fixed }) : t('trust_not_fixed')}</p>
    </Claim>
  )
}

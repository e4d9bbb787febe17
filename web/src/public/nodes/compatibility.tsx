import type {
  CompatibilityEvidence,
  InferredCompatibility,
  ReportedCompatibility,
  TestedCompatibility,
} from '@nodeyard/contract/packs'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shownVersion } from '../../ground/paths/commit.ts'
import { sections } from '../../ground/paths/links.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Section } from '../../ground/ui/section.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { compatibilityQuery } from './section-queries.ts'

/** Evidence for the compatibility of the latest version or else of the reading, in four columns by source. */
export function Compatibility({ nodeId }: { nodeId: string }) {
  const t = useText('nodes')
  const { data } = useSuspenseQuery(compatibilityQuery(useSite(), nodeId))
  return (
    <Section
      id={sections.compatibility}
      title={t('compatibility')}
      lead={
        data.commit === undefined
          ? t('compatibility_text')
          : t('facts_of_commit', { commit: shownVersion(data.commit) })
      }
    >
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <Column title={t('evidence_declared')} by={t('evidence_declared_by')}>
          <Declared declared={data.declared} />
        </Column>
        <Column title={t('evidence_tested')} by={t('evidence_tested_by')}>
          <Tested tested={data.tested} />
        </Column>
        <Column title={t('evidence_reported')} by={t('evidence_reported_by')}>
          <Reported reported={data.reported} />
        </Column>
        <Column title={t('evidence_inferred')} by={t('evidence_inferred_by')}>
          <Inferred inferred={data.inferred} />
        </Column>
      </div>
    </Section>
  )
}

function Column({ title, by, children }: { title: string; by: string; children: ReactNode }) {
  return (
    <div className="card grid min-w-0 content-start gap-3 p-4">
      <div>
        <h3 className="text-base font-semibold">{title}</h3>
        <p className="text-xs text-muted">{by}</p>
      </div>
      {children}
    </div>
  )
}

const Nothing = ({ children }: { children: string }) => <p className="text-sm text-muted">{children}</p>

function Declared({ declared }: { declared: CompatibilityEvidence['declared'] | undefined }) {
  const t = useText('nodes')
  if (!declared) return <Nothing>{t('no_declared')}</Nothing>
  const facts: [name: string, value: string][] = [
    [t('evidence_tool'), declared.tool_version ?? ''],
    [t('evidence_frontend'), declared.frontend_version ?? ''],
    ['Python', declared.python ?? ''],
    [t('evidence_systems'), declared.os.join(', ')],
    [t('evidence_accelerators'), declared.accelerators.join(', ')],
  ]
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) =>
          value === '' ? null : (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0">
                <bdi className="wrap-anywhere">{value}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
      <p className="text-xs text-muted">
        <Timestamp iso={declared.stated_at} />
      </p>
    </>
  )
}

function Tested({ tested: { machines } }: Pick<CompatibilityEvidence, 'tested'>) {
  const t = useText('nodes')
  if (machines.length === 0) return <Nothing>{t('no_tested')}</Nothing>
  return (
    <ul className="divide-y divide-line text-sm">
      {machines.map((machine) => (
        <TestedMachine key={`${machine.os} ${machine.python} ${machine.accelerator}`} machine={machine} />
      ))}
    </ul>
  )
}

function TestedMachine({ machine }: { machine: TestedCompatibility }) {
  const t = useText('nodes')
  const { number } = useFormats()
  const { os, python, accelerator, completed, failed, last_status, last_at } = machine
  return (
    <Row
      name={[os, python && `Python ${python}`, accelerator]}
      tone={last_status === 'completed' ? 'text-accent' : 'text-danger'}
      result={t('evidence_passed', { number: number(completed), total: number(completed + failed) })}
      at={last_at}
    />
  )
}

const verdicts: Record<NonNullable<CompatibilityEvidence['reported']['verdict']>, TextKey<'nodes'>> = {
  works: 'evidence_works',
  mixed: 'evidence_mixed',
  fails: 'evidence_fails',
}

function Reported({ reported: { verdict, machines } }: Pick<CompatibilityEvidence, 'reported'>) {
  const t = useText('nodes')
  if (machines.length === 0) return <Nothing>{t('no_reported')}</Nothing>
  return (
    <>
      {verdict && <p className="text-sm font-medium">{t(verdicts[verdict])}</p>}
      <ul className="divide-y divide-line text-sm">
        {machines.map((machine) => (
          <ReportedMachine
            key={`${machine.os} ${machine.python} ${machine.accelerator} ${machine.tool}`}
            machine={machine}
          />
        ))}
      </ul>
    </>
  )
}

const systems: Record<ReportedCompatibility['os'], string> = {
  windows: 'Windows',
  linux: 'Linux',
  macos: 'macOS',
  other: '',
}
const accelerators: Record<ReportedCompatibility['accelerator'], string> = {
  cuda: 'CUDA',
  rocm: 'ROCm',
  metal: 'Metal',
  xpu: 'XPU',
  cpu: 'CPU',
  other: '',
}
const errorKinds = ['import_error', 'syntax_error', 'other_error'] as const
const errorTexts: Record<(typeof errorKinds)[number], TextKey<'nodes'>> = {
  import_error: 'evidence_import_error',
  syntax_error: 'evidence_syntax_error',
  other_error: 'evidence_other_error',
}

function ReportedMachine({ machine }: { machine: ReportedCompatibility }) {
  const t = useText('nodes')
  const { number } = useFormats()
  const failed = errorKinds.reduce((sum, kind) => sum + machine[kind], 0)
  const total = machine.imported + failed
  const errors = errorKinds.filter((kind) => machine[kind] > 0)
  return (
    <Row
      name={[
        systems[machine.os],
        `Python ${machine.python}`,
        accelerators[machine.accelerator],
        `${t('evidence_tool')} ${machine.tool}`,
      ]}
      tone={failed > machine.imported ? 'text-danger' : 'text-accent'}
      result={t('evidence_loaded', { number: number(machine.imported), total: number(total) })}
      at={machine.last_on}
    >
      {errors.length > 0 && (
        <span className="text-xs text-muted">
          {errors.map((kind) => t(errorTexts[kind], { number: number(machine[kind]) })).join(' · ')}
        </span>
      )}
    </Row>
  )
}

interface RowProps {
  /** Parts of the name of a machine; empty ones are left out. */
  name: string[]
  tone: string
  result: string
  at: string
  children?: ReactNode
}

function Row({ name, tone, result, at, children }: RowProps) {
  return (
    <li className="grid gap-0.5 py-2 first:pt-0 last:pb-0">
      <bdi className="wrap-anywhere">{name.filter((part) => part !== '').join(' · ')}</bdi>
      <span className="flex flex-wrap justify-between gap-x-3 text-xs">
        <span className={tone}>{result}</span>
        <span className="text-muted">
          <Timestamp iso={at} />
        </span>
      </span>
      {children}
    </li>
  )
}

function Inferred({ inferred: { analyzed_at: at, uses } }: Pick<CompatibilityEvidence, 'inferred'>) {
  const t = useText('nodes')
  if (!at) return <Nothing>{t('not_inferred')}</Nothing>
  return (
    <>
      {uses.length === 0 ? (
        <Nothing>{t('no_inferred')}</Nothing>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {uses.map((use) => (
            <Use key={use.interface} use={use} />
          ))}
        </ul>
      )}
      <p className="text-xs text-muted">
        <Timestamp iso={at} />
      </p>
    </>
  )
}

function Use({ use }: { use: InferredCompatibility }) {
  const t = useText('nodes')
  return (
    <li className="grid gap-0.5 py-2 first:pt-0 last:pb-0">
      <bdi className="font-mono text-xs wrap-anywhere" dir="ltr">
        {use.interface}
      </bdi>
      <span className={`text-xs ${use.state === 'removed' ? 'text-danger' : 'text-warn'}`}>
        {use.state === 'removed' && use.tool_version ? (
          t('evidence_removed', { version: use.tool_version })
        ) : (
          <>
            {t('evidence_deprecated')} <Timestamp iso={use.since} />
          </>
        )}
      </span>
      {use.instead && <span className="text-xs">{t('evidence_instead', { name: use.instead })}</span>}
      <span className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        <bdi className="font-mono wrap-anywhere" dir="ltr">
          {use.file}:{use.line}
        </bdi>
        <a href={use.source} rel="noreferrer" className="hover:underline">
          {t('evidence_source')}
        </a>
      </span>
    </li>
  )
}

import { normalName } from '@nodeyard/analysis/requirements'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'

const ecosystem = 'PyPI'
const longestSummary = 300
const maxVersions = 5000

const Text = Type.String({ maxLength: 200 })
const Event = Type.Object({
  introduced: Type.Optional(Text),
  fixed: Type.Optional(Text),
  last_affected: Type.Optional(Text),
})
const Affected = Type.Object({
  package: Type.Optional(Type.Object({ ecosystem: Text, name: Text })),
  ranges: Type.Optional(
    Type.Array(Type.Object({ type: Text, events: Type.Array(Event) }), { maxItems: 1000 }),
  ),
  versions: Type.Optional(Type.Array(Text, { maxItems: 100_000 })),
})
const Record_ = Compile(
  Type.Object({
    id: Type.String({ minLength: 1, maxLength: 255 }),
    modified: Text,
    withdrawn: Type.Optional(Text),
    aliases: Type.Optional(Type.Array(Text, { maxItems: 1000 })),
    summary: Type.Optional(Type.String()),
    details: Type.Optional(Type.String()),
    affected: Type.Optional(Type.Array(Affected, { maxItems: 10_000 })),
    database_specific: Type.Optional(Type.Object({ severity: Type.Optional(Type.String()) })),
  }),
)

export interface AffectedRange {
  introduced: string
  fixed?: string
  last_affected?: string
}

/** A vulnerability of one Python package. */
export interface PythonAdvisory {
  id: string
  /** In its normal form (PEP 503). */
  package: string
  summary: string
  aliases: string[]
  severity: string
  ranges: AffectedRange[]
  versions: string[]
  modifiedAt: Date
  withdrawnAt: Date | undefined
}

/**
 * Reads an OSV record. Returns one advisory for each Python package, none for a record of other ecosystems, and undefined
 * for anything else. Source: the OSV schema 1.7.
 */
export function readOsvRecord(record: unknown): PythonAdvisory[] | undefined {
  if (!Record_.Check(record)) return undefined
  const modifiedAt = dateOf(record.modified)
  if (!modifiedAt) return undefined
  const packages = new Map<string, Static<typeof Affected>[]>()
  for (const affected of record.affected ?? []) {
    if (affected.package?.ecosystem !== ecosystem) continue
    const name = normalName(affected.package.name)
    packages.set(name, [...(packages.get(name) ?? []), affected])
  }
  return [...packages].map(([name, affected]) => ({
    id: record.id,
    package: name,
    summary: firstLine(record.summary ?? record.details ?? ''),
    aliases: record.aliases ?? [],
    severity: severityOf(record.database_specific?.severity),
    ranges: affected.flatMap(({ ranges = [] }) =>
      ranges.flatMap(({ type, events }) => (type === 'ECOSYSTEM' ? rangesOf(events) : [])),
    ),
    versions: [...new Set(affected.flatMap(({ versions = [] }) => versions))].slice(0, maxVersions),
    modifiedAt,
    withdrawnAt: record.withdrawn === undefined ? undefined : dateOf(record.withdrawn),
  }))
}

/** Each `introduced` begins a range, which the next `fixed` or `last_affected` ends. */
function rangesOf(events: readonly Static<typeof Event>[]): AffectedRange[] {
  const ranges: AffectedRange[] = []
  for (const { introduced, fixed, last_affected } of events) {
    if (introduced !== undefined) ranges.push({ introduced })
    const last = ranges.at(-1)
    if (!last || last.fixed !== undefined || last.last_affected !== undefined) continue
    if (fixed !== undefined) last.fixed = fixed
    else if (last_affected !== undefined) last.last_affected = last_affected
  }
  return ranges
}

function dateOf(text: string): Date | undefined {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date
}

const firstLine = (text: string) =>
  (text.trim().split('\n', 1)[0] ?? '')
    .replace(/[\x00-\x1f\x7f]/g, ' ')
    .slice(0, longestSummary)
    .toWellFormed()

const severities: ReadonlySet<string> = new Set(['low', 'moderate', 'high', 'critical'])

function severityOf(text = ''): string {
  const severity = text.toLowerCase()
  return severities.has(severity) ? severity : ''
}

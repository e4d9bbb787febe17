import type { ConflictParty, InstalledConflict, RequirementConflict } from '@nodeyard/contract/packs'
import { pipLines, type Terminal } from '@nodeyard/planning/commands'
import type { Context } from './context.ts'
import { plain } from './output.ts'

type Style = Pick<Context, 'text' | 'paint'>

/** Lists conflicts with their parties, their lines, and versions that would agree. */
export function conflictLines(conflicts: readonly RequirementConflict[], style: Style): string[] {
  const { text, paint } = style
  return conflicts.flatMap(({ kind, severity, subject, parties, steps, dead_ends: deadEnds }) => [
    '',
    paint(severity === 'breaks' ? 'red' : 'yellow', text(`conflict_${kind}`, { subject: plain(subject) })),
    ...parties.flatMap((party) => partyLines(party, style)),
    ...steps.map(({ package: name, lowest, highest, requires }) =>
      plain(`  ${name} ${lowest === highest ? lowest : `${lowest} – ${highest}`} → ${requires}`),
    ),
    ...deadEnds.map(({ requirement }) => `  ${text('dead_end', { requirement: plain(requirement) })}`),
  ])
}

/** Lists conflicts that an environment already has, with commands that end them. */
export function installedLines(
  conflicts: readonly InstalledConflict[],
  style: Style,
  terminal: Terminal,
): string[] {
  const { text } = style
  return conflicts.length === 0
    ? []
    : [
        '',
        text('installed_conflicts'),
        ...conflicts.flatMap((conflict) => [
          ...conflictLines([conflict], style).slice(1),
          ...pipLines(terminal, conflict.repair).map((line) => `    ${plain(line)}`),
        ]),
      ]
}

function partyLines(
  { source, node_id: id = '', version, commit = '', lines, agreeing_versions: agreeing = [] }: ConflictParty,
  { text }: Style,
): string[] {
  const name =
    source === 'node' ? plain(`${id} ${version ?? commit.slice(0, 10)}`.trim()) : text(`party_${source}`)
  return [
    ...lines.map(({ text: line, file, line: number }) => {
      const place = file === undefined ? '' : ` (${file}${number === undefined ? '' : `:${number}`})`
      return `  ${name}: ${plain(line + place)}`
    }),
    ...(agreeing.length > 0 ? [`    ${text('agreeing', { versions: plain(agreeing.join(', ')) })}`] : []),
  ]
}

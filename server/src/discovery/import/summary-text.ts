import type { ImportSummary } from './import.ts'

const maxShown = 20

/** Describes the result of an import, with the reasons for skipped and cut entries. */
export function summaryLines({ cuts, problems, skipped, notRead, ...counts }: ImportSummary): string[] {
  const { created, updated, unchanged, aliases, cut } = counts
  const total = Object.values(skipped).reduce((sum, count) => sum + count, 0)
  const reasons = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`)
  return [
    `Packs: ${created} created, ${updated} updated, ${unchanged} unchanged.`,
    ...(aliases > 0 ? [`Other ids of the same repositories: ${aliases}. They lead to the pack.`] : []),
    ...(total > 0 ? [`Skipped: ${total} (${reasons.join(', ')}).`] : []),
    ...some(problems, total, ({ line, name, reason }) =>
      [line > 0 ? `line ${line}` : '', name ?? ''].filter(Boolean).join(', ').concat(`: ${reason}`),
    ),
    ...(cut > 0 ? [`Cut to the limits of the registry: ${cut}.`] : []),
    ...some(cuts, cut, ({ name, fields }) => `${name}: ${fields.join(', ')}`),
    ...notRead.map(({ name, reason }) => `Not read: ${name}. ${reason}`),
  ]
}

function some<Item>(items: readonly Item[], total: number, text: (item: Item) => string): string[] {
  const shown = items.slice(0, maxShown)
  const more = total - shown.length
  return [...shown.map((item) => `  ${text(item)}`), ...(more > 0 ? [`  and ${more} more`] : [])]
}

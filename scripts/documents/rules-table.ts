import { rules } from '@nodeyard/analysis/scan/scan-files'

const head = '| rule | looks at | severity | why |\n| --- | --- | --- | --- |\n'

/** Returns docs/analysis.md with a table of the rules as they are in the code. */
export function withRules(page: string): string {
  const [before = '', after = ''] = page.split(head)
  const rows = rules.map(({ id, of, severity, why }) => `| \`${id}\` | ${of} | ${severity} | ${why} |\n`)
  return [before, head, ...rows, after.replace(/^(?:\|.*\n)*/, '')].join('')
}

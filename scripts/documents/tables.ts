import { rules } from '@nodeyard/analysis/scan'
import { inEnglish } from '../../cli/src/ground/texts.ts'
import { commands } from '../../cli/src/program.ts'

/** Returns docs/cli.md with a table of the commands as they are in the code. */
export function withCommands(page: string): string {
  const rows = commands.map(({ name, args = [], text }) => {
    const usage = [name, ...args.map(([arg]) => arg)].join(' ')
    return `| \`${usage}\` | ${inEnglish(text)} |\n`
  })
  return withTable(page, '| command | effect |\n| --- | --- |\n', rows)
}

/** Returns docs/analysis.md with a table of the rules as they are in the code. */
export function withRules(page: string): string {
  const rows = rules.map(({ id, of, severity, why }) => `| \`${id}\` | ${of} | ${severity} | ${why} |\n`)
  return withTable(page, '| rule | looks at | severity | why |\n| --- | --- | --- | --- |\n', rows)
}

function withTable(page: string, head: string, rows: readonly string[]): string {
  const [before = '', after = ''] = page.split(head)
  return [before, head, ...rows, after.replace(/^(?:\|.*\n)*/, '')].join('')
}

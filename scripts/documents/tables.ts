import { rules } from '@nodeyard/analysis/scan'
import {
  carrierKinds,
  hidingSteps,
  sinkClasses,
  sourceClasses,
  verdicts,
} from '../../analysis/src/scan/model/attack-model.test-support.ts'
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

/** Returns docs/attack-model.md with the tables of the model as they are in the code. */
export function withModel(page: string): string {
  const list = (what: string, rows: Readonly<Record<string, string>>) => (text: string) =>
    withTable(
      text,
      `| ${what} | examples |\n| --- | --- |\n`,
      Object.entries(rows).map(([name, says]) => `| ${name} | ${says} |\n`),
    )
  const paths = Object.entries(verdicts).flatMap(([source, sinks]) =>
    Object.entries(sinks).map(([sink, [verdict, why]]) => `| ${source} | ${sink} | ${verdict} | ${why} |\n`),
  )
  const filled = [
    list('source', sourceClasses),
    list('carrier', carrierKinds),
    list('sink', sinkClasses),
    list('step', hidingSteps),
  ].reduce((text, fill) => fill(text), page)
  return withTable(filled, '| from | to | verdict | why |\n| --- | --- | --- | --- |\n', paths)
}

function withTable(page: string, head: string, rows: readonly string[]): string {
  const [before = '', after = ''] = page.split(head)
  return [before, head, ...rows, after.replace(/^(?:\|.*\n)*/, '')].join('')
}

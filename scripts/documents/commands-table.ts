import { inEnglish } from '../../cli/src/ground/texts.ts'
import { commands } from '../../cli/src/program.ts'

const head = '| command | effect |\n| --- | --- |\n'

/** Returns docs/cli.md with a table of the commands as they are in the code. */
export function withCommands(page: string): string {
  const [before = '', after = ''] = page.split(head)
  const rows = commands.map(({ name, args = [], text }) => {
    const usage = [name, ...args.map(([arg]) => arg)].join(' ')
    return `| \`${usage}\` | ${inEnglish(text)} |\n`
  })
  return [before, head, ...rows, after.replace(/^(?:\|.*\n)*/, '')].join('')
}

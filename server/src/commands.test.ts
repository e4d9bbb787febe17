import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { needsDatabase, runCommand } from './commands.ts'

/** Runs a command without a database, and returns its exit code and output. */
async function run(...args: string[]): Promise<{ code: number; text: string }> {
  assert.equal(needsDatabase(args), false)
  const lines: string[] = []
  const code = await runCommand(undefined, args, (line) => lines.push(line))
  return { code, text: lines.join('\n') }
}

describe('the help of the operator commands', () => {
  it('lists all commands in groups', async () => {
    const { code, text } = await run('--help')
    assert.equal(code, 0)
    const groups = text.match(/^[A-Z][A-Za-z ]+$/gm)
    assert.deepEqual(groups, ['People and publishers', 'Content', 'Catalog', 'Keys and tokens', 'Database'])
    assert.equal(text.match(/^ {2}[a-z]/gm)?.length, 25)
    assert.deepEqual(await run(), { code, text })
  })

  it('shows usage, description and an example of each command', async () => {
    const { text } = await run('--help')
    for (const [, name = ''] of text.matchAll(/^ {2}([a-z-]+)/gm)) {
      const help = await run(name, '--help')
      assert.equal(help.code, 0, name)
      assert.match(help.text, new RegExp(`^Usage: npm run registry -- ${name}\\b`), name)
      assert.match(help.text, new RegExp(`^Example: npm run registry -- ${name}\\b`, 'm'), name)
    }
  })

  it('refuses an unknown command', async () => {
    for (const name of ['polish', 'constructor', '__proto__'])
      assert.deepEqual(await run(name), {
        code: 2,
        text: `There is no command ${name}. List all with npm run registry -- --help`,
      })
  })
})

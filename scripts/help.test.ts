import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'

describe('asking a command of the project for help', () => {
  for (const [command, file] of [
    ['npm run reread', 'scripts/texts/main.ts'],
    ['npm run bench', 'bench/main.ts'],
    ['npm run lab -- attacks', 'scripts/attacks/main.ts'],
  ] as const)
    it(`explains ${command}`, () => {
      const path = join(import.meta.dirname, '..', file)
      const { status, stdout } = spawnSync(process.execPath, [path, '--help'], { encoding: 'utf8' })
      assert.equal(status, 0)
      assert.ok(stdout.startsWith(command), stdout)
    })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Context } from '../ground/context.ts'
import { folderWith } from '../run.test-support.ts'
import { machineOf } from './machine.ts'

it('tells the registry which packages are installed, without logins', async () => {
  const lines = (login: string) => `a @ git+https://${login}code.test/a@main\nnumpy==1.26.4\n`
  const folder = await folderWith({ 'freeze.txt': lines('me:ghp_Secret@') })
  const { freeze } = await machineOf({ folder } as Context, {}, { freeze: 'freeze.txt' })
  assert.equal(freeze, lines(''))
})

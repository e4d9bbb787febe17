import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { folderWith } from '../run.test-support.ts'
import cases from './parity-cases.test-support.json' with { type: 'json' }
import { selectFiles } from './select-files.ts'

const git = (folder: string, ...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' })

/** The names were recorded with the existing client of August 2026, in folders that were made for it. */
describe('files that the existing client packs', () => {
  for (const { name, files, untracked, comfyignore, includes, deleted, packed } of cases)
    it(`are packed here, too: ${name}`, async () => {
      const ignore = comfyignore === null ? {} : { '.comfyignore': comfyignore }
      const folder = await folderWith({ ...Object.fromEntries(files.map((file) => [file, 'x'])), ...ignore })
      git(folder, 'init', '--quiet')
      git(folder, 'add', '--force', ...files.filter((file) => !untracked.includes(file as never)))
      for (const file of deleted) await rm(join(folder, file))
      const { entries } = await selectFiles(folder, includes)
      assert.deepEqual(entries.map((entry) => entry.name).sort(), packed)
    })
})

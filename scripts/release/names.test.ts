import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { findForeignNames } from './names.ts'

describe('names on npm', () => {
  let folder: string
  let npm: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nodeyard-names-'))
    npm = join(folder, 'npm')
    const script = `#!/bin/sh
[ "$1 $3 $4" = "view maintainers --json" ] || exit 9
case "$2" in
  ours) echo '["someone <a@example.com>", "acme <b@example.com>"]' ;;
  alone) echo '"acme <b@example.com>"' ;;
  taken) echo '["mallory <acme@example.com>"]' ;;
  free) echo 'npm error code E404' >&2; exit 1 ;;
  *) echo 'npm error code ECONNREFUSED' >&2; exit 1 ;;
esac
`
    await writeFile(npm, script, { mode: 0o755 })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('are fine if the owner is a maintainer', async () => {
    assert.deepEqual(await findForeignNames(['ours', 'alone'], 'acme', npm), [])
  })

  it('are a problem if they are taken, free or unknown', async () => {
    assert.deepEqual(await findForeignNames(['taken', 'free', 'away'], 'acme', npm), [
      'taken on npm belongs to mallory, not to acme.',
      'free is not registered on npm.',
      'The owner of away on npm could not be checked.',
    ])
  })
})

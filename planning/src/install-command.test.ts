import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Provider } from '@nodeyard/contract/packs'
import { installCommand } from './install-command.ts'
import type { NeededNode } from './needed.ts'

const neededOf = (id: string, install: Provider['install'], version?: string): NeededNode => ({
  comfyNodes: [],
  provider: {
    node_id: id,
    name: id,
    publisher_id: 'acme',
    install,
    downloads: 0,
    github_stars: 0,
    ...(version === undefined
      ? {}
      : {
          version: {
            version,
            downloadUrl: 'https://api.test/a.zip',
            sha256: 'a'.repeat(64),
            deprecated: false,
            status: 'NodeVersionStatusActive',
          },
        }),
  },
})
const published = (id: string, version: string) => neededOf(id, { state: 'installable' }, version)
const clone = 'https://code.test/acme/fog'
const read = neededOf('fog', { state: 'unclaimed', clone, commit: 'a'.repeat(40) })

describe('the command that installs packs', () => {
  it('names each pack once', () => {
    const packs = [published('blur', '0.9.0'), published('blur', '0.10.0')]
    assert.equal(installCommand('nodeyard', packs), 'nodeyard install blur@0.9.0')
    assert.equal(installCommand('nodeyard', []), undefined)
  })

  it('asks for git if a pack has no version', () => {
    const packs = [published('blur', '1.0.0'), read]
    assert.equal(installCommand('nodeyard', packs), 'nodeyard install blur@1.0.0 fog --git')
  })

  it('leaves out what the program cannot install', () => {
    const packs = [neededOf('unread', { state: 'unclaimed', clone }), neededOf('banned', { state: 'banned' })]
    assert.equal(installCommand('nodeyard', packs), undefined)
  })
})

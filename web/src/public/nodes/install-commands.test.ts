import { type InstallState, installStates } from '@nodeyard/contract/ground'
import { describe, expect, it } from 'vitest'
import { installOf } from './install-commands.ts'

const repository = 'https://example.org/acme/blur'
const node = (state: InstallState, part: object = {}) => ({ id: 'blur', install: { state }, ...part })

describe('installOf', () => {
  it('uses the clients for a node with versions, by number on request', () => {
    for (const state of ['installable', 'deprecated'] as const) {
      expect(installOf(node(state), 'nodeyard')).toEqual({
        way: 'client',
        commands: {
          commandLine: 'nodeyard install blur',
          manager: 'cm-cli install blur',
          searched: 'blur',
        },
      })
    }
    expect(installOf(node('installable'), 'nodeyard', '1.2.0')).toMatchObject({
      commands: { commandLine: 'nodeyard install blur@1.2.0', manager: 'cm-cli install blur@1.2.0' },
    })
  })

  it('downloads the archive without a client, if its address is valid', () => {
    const downloadUrl = 'https://api.test/nodes/blur/versions/1.0.0/node.zip'
    expect(installOf(node('installable', { downloadUrl }), 'nodeyard')).toMatchObject({
      commands: { byHand: `curl -gfLo blur.zip ${downloadUrl} && unzip blur.zip -d blur && rm blur.zip` },
    })
    const hostile = installOf(node('installable', { downloadUrl: 'file:///etc/passwd' }), 'nodeyard')
    expect(hostile.way === 'client' && 'byHand' in hostile.commands).toBe(false)
  })

  it('clones a node without versions, and explains why', () => {
    for (const reason of ['unclaimed', 'no_version'] as const) {
      const install = { state: reason, clone: repository }
      expect(installOf({ id: 'blur', install }, 'nodeyard')).toEqual({ way: 'clone', pack: install, reason })
      expect(installOf(node(reason), 'nodeyard')).toEqual({ way: 'none', reason: 'no_repository' })
    }
  })

  it('offers no node that is held back, despite an address', () => {
    const offered = new Set<InstallState>(['installable', 'deprecated', 'unclaimed', 'no_version'])
    for (const state of installStates.filter((one) => !offered.has(one))) {
      const install = { state, clone: repository }
      expect(installOf({ id: 'blur', install }, 'nodeyard')).toEqual({ way: 'none', reason: 'held_back' })
    }
  })
})

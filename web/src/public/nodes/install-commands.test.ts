import { type InstallState, installStates } from '@nodeyard/contract/ground'
import { describe, expect, it } from 'vitest'
import { cloneCommands, installOf } from './install-commands.ts'

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
      commands: { byHand: `curl -fLo blur.zip ${downloadUrl} && unzip blur.zip -d blur && rm blur.zip` },
    })
    const hostile = installOf(node('installable', { downloadUrl: 'file:///etc/passwd' }), 'nodeyard')
    expect(hostile.way === 'client' && 'byHand' in hostile.commands).toBe(false)
  })

  it('clones a node without versions, installs its packages, and explains why', () => {
    const commands = {
      usual: `git clone ${repository}\npython -m pip install -r blur/requirements.txt`,
      venv: `git clone ${repository}\n../venv/bin/python -m pip install -r blur/requirements.txt`,
      portable: `git clone ${repository}\n..\\..\\python_embeded\\python.exe -s -m pip install -r "blur\\requirements.txt"`,
    }
    for (const reason of ['unclaimed', 'no_version'] as const) {
      const install = { state: reason, clone: repository }
      expect(installOf({ id: 'blur', install }, 'nodeyard')).toEqual({ way: 'clone', commands, reason })
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

  it('names the folder like git does', () => {
    const folders = {
      'https://example.org/acme/Blur.git': 'Blur',
      'https://example.org/acme/blur.nodes/': 'blur.nodes',
    }
    for (const [address, folder] of Object.entries(folders))
      expect(cloneCommands(address)?.usual).toContain(`-r ${folder}/requirements.txt`)
  })

  it('rejects unusual addresses in commands', () => {
    for (const address of [
      "https://example.org/a;rm -rf $(x)'",
      'https://example.org/$(x)',
      'https://example.org/a&calc&b/x',
      'https://example.org/a|calc|b/x',
      'https://example.org/%USERNAME%-%TOKEN%/x',
      'https://example.org/a^b/x',
      'https://example.org/a/-x',
      'https://example.org/a/~root',
      'https://example.org/a/~+',
      'https://example.org',
      'javascript:x',
      'see readme',
      '',
    ])
      expect(cloneCommands(address)).toBeUndefined()
  })

  it('checks out the commit that was read, and installs packages only if there are any', () => {
    const commit = '0123456789abcdef0123456789abcdef01234567'
    const clone = `git clone ${repository}\ngit -C blur checkout --quiet ${commit}`
    expect(cloneCommands(repository, { commit, has_requirements: false })).toEqual({ usual: clone })
    expect(cloneCommands(repository, { commit, has_requirements: true })?.usual).toBe(
      `${clone}\npython -m pip install -r blur/requirements.txt`,
    )
    const nested = { commit, has_requirements: false, has_submodules: true }
    expect(cloneCommands(repository, nested)?.usual).toBe(
      `${clone}\ngit -C blur submodule update --init --recursive`,
    )
    expect(cloneCommands(repository, { commit: '--force; rm -rf x', has_requirements: false })).toEqual({
      usual: `git clone ${repository}`,
    })
  })
})

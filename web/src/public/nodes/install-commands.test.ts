import { type InstallState, installStates } from '@nodeyard/contract/install'
import { expect, test } from 'vitest'
import { cloneCommands, installOf } from './install-commands.ts'

const repository = 'https://example.org/acme/blur'
const node = (state: InstallState, part: object = {}) => ({ id: 'blur', install: { state }, ...part })

test('a node with a version is installed by the clients, by number when one is asked for', () => {
  for (const state of ['installable', 'deprecated'] as const) {
    expect(installOf(node(state))).toEqual({
      way: 'client',
      commands: {
        commandLine: 'comfy node install blur',
        manager: 'cm-cli install blur',
        searched: 'blur',
      },
    })
  }
  expect(installOf(node('installable'), '1.2.0')).toMatchObject({
    commands: { commandLine: 'comfy node install blur@1.2.0', manager: 'cm-cli install blur@1.2.0' },
  })
})

test('without a client the archive is fetched from its address, unless that is none', () => {
  const downloadUrl = 'https://api.test/nodes/blur/versions/1.0.0/node.zip'
  expect(installOf(node('installable', { downloadUrl }))).toMatchObject({
    commands: { byHand: `curl -fLo blur.zip ${downloadUrl} && unzip blur.zip -d blur && rm blur.zip` },
  })
  const hostile = installOf(node('installable', { downloadUrl: 'file:///etc/passwd' }))
  expect(hostile.way === 'client' && 'byHand' in hostile.commands).toBe(false)
})

test('a node without versions is cloned, its Python packages are installed, and the reason is told', () => {
  const commands = {
    usual: `git clone ${repository}\npython -m pip install -r blur/requirements.txt`,
    venv: `git clone ${repository}\n../venv/bin/python -m pip install -r blur/requirements.txt`,
    portable: `git clone ${repository}\n..\\..\\python_embeded\\python.exe -s -m pip install -r "blur\\requirements.txt"`,
  }
  for (const reason of ['unclaimed', 'no_version'] as const) {
    const install = { state: reason, clone: repository }
    expect(installOf({ id: 'blur', install })).toEqual({ way: 'clone', commands, reason })
    expect(installOf(node(reason))).toEqual({ way: 'none', reason: 'no_repository' })
  }
})

test('a node that is held back is not offered, whatever address comes with it', () => {
  const offered = new Set<InstallState>(['installable', 'deprecated', 'unclaimed', 'no_version'])
  for (const state of installStates.filter((one) => !offered.has(one))) {
    const install = { state, clone: repository }
    expect(installOf({ id: 'blur', install })).toEqual({ way: 'none', reason: 'held_back' })
  }
})

test('git names the folder by the repository', () => {
  const folders = {
    'https://example.org/acme/Blur.git': 'Blur',
    'https://example.org/acme/blur.nodes/': 'blur.nodes',
  }
  for (const [address, folder] of Object.entries(folders))
    expect(cloneCommands(address)?.usual).toContain(`-r ${folder}/requirements.txt`)
})

test('what is no plain address is in no command', () => {
  for (const address of [
    "https://example.org/a;rm -rf $(x)'",
    'https://example.org/$(x)',
    'https://example.org',
    'javascript:x',
    'see readme',
    '',
  ])
    expect(cloneCommands(address)).toBeUndefined()
})

test('the commit that was read is checked out, and packages are installed if it names any', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567'
  const clone = `git clone ${repository}\ngit -C blur checkout --quiet ${commit}`
  expect(cloneCommands(repository, { commit, has_requirements: false })).toEqual({ usual: clone })
  expect(cloneCommands(repository, { commit, has_requirements: true })?.usual).toBe(
    `${clone}\npython -m pip install -r blur/requirements.txt`,
  )
  expect(cloneCommands(repository, { commit: '--force; rm -rf x', has_requirements: false })).toEqual({
    usual: `git clone ${repository}`,
  })
})

import { expect, test } from 'vitest'
import { installOf } from './install-commands.ts'

const claimed = { id: 'blur', isUnclaimed: false, hasVersion: true, repository: 'https://example.org/blur' }

test('a claimed node with a version is installed by the client, by number when one is asked for', () => {
  expect(installOf(claimed)).toEqual({
    way: 'client',
    commands: {
      commandLine: 'comfy node install blur',
      manager: 'cm-cli install blur',
      searched: 'blur',
    },
  })
  expect(installOf(claimed, '1.2.0')).toMatchObject({
    commands: { commandLine: 'comfy node install blur@1.2.0', manager: 'cm-cli install blur@1.2.0' },
  })
})

test('without a client the archive is fetched from its address, unless that is none', () => {
  const downloadUrl = 'https://api.test/nodes/blur/versions/1.0.0/node.zip'
  expect(installOf({ ...claimed, downloadUrl })).toMatchObject({
    commands: { byHand: `curl -fLo blur.zip ${downloadUrl} && unzip blur.zip -d blur && rm blur.zip` },
  })
  const hostile = installOf({ ...claimed, downloadUrl: 'file:///etc/passwd' })
  expect(hostile.way === 'client' && 'byHand' in hostile.commands).toBe(false)
})

test('an unclaimed node, or one without versions, is cloned, and the reason is told', () => {
  const command = 'git clone https://example.org/blur'
  expect(installOf({ ...claimed, isUnclaimed: true })).toEqual({ way: 'clone', command, reason: 'unclaimed' })
  expect(installOf({ ...claimed, hasVersion: false })).toEqual({
    way: 'clone',
    command,
    reason: 'no_version',
  })
})

test('without a repository that can be cloned there is no way', () => {
  for (const repository of [undefined, '', 'javascript:x', 'see readme']) {
    expect(installOf({ ...claimed, hasVersion: false, repository })).toEqual({
      way: 'none',
      reason: 'no_version',
    })
  }
})

test('an address cannot smuggle a second command into the shell', () => {
  const repository = "https://example.org/a;rm -rf $(x)'"
  expect(installOf({ ...claimed, isUnclaimed: true, repository })).toMatchObject({
    command: "git clone 'https://example.org/a;rm%20-rf%20$(x)%27'",
  })
})

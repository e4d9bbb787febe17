import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gitText, overNetwork } from './git.ts'
import { environmentFor, type ProgramKind, type ProgramLimits, programs, variables } from './limits.ts'
import { ProgramFailed, ProgramMissing, run, textOf } from './program.ts'

const { signal } = new AbortController()
const env = { ...process.env, NODEYARD_TOKEN: 'nyp_secret', HF_TOKEN: 'hf_secret', GIT_DIR: '/elsewhere' }
const shell = (kind: ProgramKind, script: string, options = {}) =>
  textOf(run(kind, ['sh', '-c', script], { signal, env, ...options }))

describe('the limits of every program', () => {
  const all: [string, ProgramLimits][] = Object.entries(programs)
  for (const [kind, limits] of all)
    it(`are complete, or say why not: ${kind}`, () => {
      const { seconds, cpuSeconds, memoryBytes } = limits
      const isComplete = [seconds, cpuSeconds, memoryBytes].every((limit) => limit !== undefined)
      assert.equal(isComplete, limits.why === undefined)
    })

  it('are documented', () => {
    const docs = readFileSync(join(import.meta.dirname, '../../docs/limits.md'), 'utf8')
    const figure = (value: number | undefined, unit = 1) =>
      value === undefined ? 'none' : (value / unit).toLocaleString('en')
    for (const [kind, { seconds, cpuSeconds, memoryBytes, outputBytes }] of all) {
      const cells = [
        figure(seconds),
        figure(cpuSeconds),
        figure(memoryBytes, 2 ** 20),
        figure(outputBytes, 2 ** 20),
      ]
      assert.ok(docs.includes(`| \`${kind}\` | ${cells.join(' | ')} |`), `${kind} ${cells}`)
    }
  })
})

describe('the environment of a program', () => {
  for (const kind of Object.keys(programs) as ProgramKind[])
    it(`has no secret of this process: ${kind}`, () => {
      const secrets = [
        'NODEYARD_TOKEN',
        'HF_TOKEN',
        'AWS_SECRET_ACCESS_KEY',
        'DATABASE_URL',
        'GITHUB_TOKEN',
        'NPM_TOKEN',
      ]
      const loaders = [
        'LD_PRELOAD',
        'NODE_OPTIONS',
        'GIT_DIR',
        'GIT_SSH_COMMAND',
        'GIT_CONFIG_COUNT',
        'GIT_EXEC_PATH',
      ]
      const all = Object.fromEntries([...secrets, ...loaders, 'PATH'].map((name) => [name, 'x']))
      assert.deepEqual(environmentFor(kind, all), { PATH: 'x' })
    })

  it('has what it needs, in any case of its letters', () => {
    const given = {
      Path: 'a',
      https_proxy: 'b',
      LC_CTYPE: 'c',
      SYSTEMROOT: 'd',
      PIP_INDEX_URL: 'e',
      EMPTY: undefined,
    }
    assert.deepEqual(Object.keys(environmentFor('git-network', given)), [
      'Path',
      'https_proxy',
      'LC_CTYPE',
      'SYSTEMROOT',
    ])
    assert.deepEqual(Object.keys(environmentFor('python', given)), [
      'Path',
      'LC_CTYPE',
      'SYSTEMROOT',
      'PIP_INDEX_URL',
    ])
  })

  it('names no variable twice', () => {
    const names = Object.values(variables).flat()
    assert.equal(new Set(names).size, names.length)
  })

  it('is what the program sees', async () => {
    const seen = await shell('installer', 'env')
    assert.match(seen, /^PATH=/m)
    assert.doesNotMatch(seen, /secret|elsewhere/)
  })
})

describe('running a program', { skip: process.platform === 'win32' }, () => {
  it('limits its memory and its processor time', async () => {
    assert.equal(await shell('git', 'ulimit -v; ulimit -t; ulimit -c'), '1048576\n60\n0\n')
  })

  it('cannot raise the limits again', async () => {
    await assert.rejects(shell('git', 'ulimit -v 2000000 && echo raised'), ProgramFailed)
  })

  it('ends one that writes without end, and everything that it started', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nodeyard-program-'))
    try {
      const script = `yes & echo $! > ${folder}/pid; wait`
      await assert.rejects(shell('git-network', script), /limit of 4194304 bytes of output/)
      const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
      assert.ok(await hasEnded(pid))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('ends when its caller stops reading, or is stopped', async () => {
    const stop = new AbortController()
    const running = run('git', ['sh', '-c', 'echo $$; exec sleep 1000'], { signal: stop.signal, env })
    const { value } = await running.next()
    stop.abort(new Error('Stopped.'))
    await assert.rejects(running.next(), /Stopped/)
    assert.ok(await hasEnded(Number(String(value))))
    const left = run('git', ['sh', '-c', 'echo $$; exec sleep 1000'], { signal, env })
    const { value: pid } = await left.next()
    await left.return(undefined)
    assert.ok(await hasEnded(Number(String(pid))))
  })

  it('takes no more text than its caller', async () => {
    await assert.rejects(textOf(run('git', ['yes'], { signal, env }), 1000), /more than 1000 bytes/)
  })

  it('says what failed, and what is missing', async () => {
    await assert.rejects(shell('git', 'echo no such thing >&2; exit 3'), /sh: no such thing/)
    await assert.rejects(textOf(run('git', ['no-such-program'], { signal, env })), ProgramMissing)
  })

  it('takes names that look like options or commands of a shell as they are', async () => {
    const words = ['-x', '; echo injected', '$(echo injected)', "'", '"', '\n']
    const output = await textOf(run('git', ['printf', '%s|', ...words], { signal, env }))
    assert.equal(output, words.map((word) => `${word}|`).join(''))
  })
})

describe('running git', () => {
  it('refuses every way to another host, unless it is the one that was asked for', async () => {
    for (const address of [
      'ext::sh -c id',
      'ssh://-oProxyCommand=id/x',
      'file:///etc',
      'http://127.0.0.1:1/x',
      '/etc',
    ])
      await assert.rejects(
        gitText(['ls-remote', '--', address], { signal, env }),
        /not allowed|strange hostname/,
        address,
      )
  })

  it('asks no other server that a repository names', async () => {
    const asked: string[] = []
    const serve = async (name: string, files: Record<string, string>) => {
      const server = createServer(({ url = '' }, response) => {
        asked.push(`${name} ${url}`)
        const content = files[url.replace(/\?.*/, '')]
        response.writeHead(content === undefined ? 404 : 200).end(content)
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    }
    const folder = mkdtempSync(join(tmpdir(), 'nodeyard-git-'))
    const inner = await serve('inner', {})
    const outer = await serve('outer', {
      '/x/HEAD': 'ref: refs/heads/main\n',
      '/x/info/refs': `${'a'.repeat(40)}\trefs/heads/main\n`,
      '/x/objects/info/http-alternates': `${inner.url}/y/objects/\n`,
    })
    try {
      const at = { signal, env, cwd: folder }
      await gitText(['init', '--quiet'], at)
      const settings = overNetwork(60)
      await assert.rejects(
        gitText(['fetch', '--', `${outer.url}/x`, 'main'], { ...at, settings, isOnline: true }),
      )
      assert.ok(asked.includes('outer /x/objects/info/http-alternates'), asked.join())
      assert.deepEqual(
        asked.filter((one) => one.startsWith('inner')),
        [],
      )
    } finally {
      for (const { server } of [inner, outer]) server.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('runs nothing that a repository configures', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nodeyard-git-'))
    try {
      const at = { signal, env, cwd: folder }
      await gitText(['init', '--quiet'], at)
      const trap = `touch ${folder}/trapped`
      const config = [
        '[core]',
        `fsmonitor = "${trap}"`,
        `hooksPath = ${folder}/hooks`,
        `sshCommand = "${trap}"`,
      ]
      writeFileSync(join(folder, '.git/config'), `${config.join('\n\t')}\n[pager]\n\tls-files = "${trap}"\n`)
      writeFileSync(join(folder, 'a.py'), '')
      await gitText(['add', 'a.py'], at)
      assert.equal(await gitText(['ls-files', '-z'], at), 'a.py\0')
      await gitText(['status'], at)
      assert.throws(() => readFileSync(join(folder, 'trapped')), /ENOENT/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** Waits until a process of this number is gone. */
async function hasEnded(pid: number): Promise<boolean> {
  for (;;) {
    try {
      // A process that ended is known until its parent asks.
      if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return true
      process.kill(pid, 0)
    } catch {
      return true
    }
    await new Promise(setImmediate)
  }
}

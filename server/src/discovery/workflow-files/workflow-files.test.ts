import assert from 'node:assert/strict'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { readWorkflowFile } from '@nodeyard/contract/discovery'
import { limits } from '@nodeyard/contract/limits'
import { png } from '../../../../analysis/src/workflow/files.test-support.ts'
import { useWorld } from '../../../test/world.ts'
import { fileAddress, workflowFiles } from './source.ts'

const workflow = '{"1":{"class_type":"Blur","inputs":{}}}'
const files: Record<string, Buffer> = {
  '/a.json': Buffer.from(workflow),
  '/%ff.json': Buffer.from(workflow),
  '/a.png': Buffer.from(png([{ chunk: 'tEXt', key: 'prompt', text: workflow }])),
  '/page.html': Buffer.from('<html><script>alert(1)</script></html>'),
  '/list.txt': Buffer.from('Blur\nFog'),
  '/large.json': Buffer.alloc(limits.fetchedWorkflowBytes + 1, 32),
}

/** The other hosts of this test, on this machine. */
let elsewhere: Server
const source = workflowFiles({
  resolve: async (host) => (host === 'inside.test' ? ['10.0.0.7'] : ['93.184.216.34']),
  open: (url, _ip, signal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { port } = elsewhere.address() as AddressInfo
      get({ port, path: url.pathname, signal }, resolve).on('error', reject)
    }),
})

before(async () => {
  elsewhere = createServer((request, response) => {
    const body = files[request.url ?? '']
    response.writeHead(body ? 200 : 404).end(body)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
})
after(() => elsewhere.close())

const holder = useWorld({ workflowFiles: source })
const read = (url: string) => holder.world.anonymous.call(readWorkflowFile, { body: { url } })

describe('reading a workflow file from another host', () => {
  it('returns the workflow of JSON files and pictures', async () => {
    for (const name of ['a.json', 'a.png'])
      assert.deepEqual(await read(`https://files.test/${name}`), { name, workflow })
  })

  it('keeps a name whose escapes cannot be decoded', async () => {
    assert.equal((await read('https://files.test/%ff.json')).name, '%ff.json')
  })

  it('passes on nothing but workflows', async () => {
    for (const name of ['page.html', 'list.txt'])
      await assert.rejects(read(`https://files.test/${name}`), /contains no workflow/)
  })

  it('refuses private addresses, plain http, unusual ports, missing and large files', async () => {
    for (const url of [
      'https://inside.test/a.json',
      'https://127.0.0.1/a.json',
      'https://files.test:8443/a.json',
      'https://user@files.test/a.json',
      'https://files.test/missing.json',
      'https://files.test/large.json',
    ])
      await assert.rejects(read(url), /cannot be fetched/, url)
    await assert.rejects(read('http://files.test/a.json'), { status: 400 })
  })

  it('finds the file behind a page about it', () => {
    for (const [page, file] of [
      [
        'https://github.com/a/b/blob/main/x/y.json?plain=1',
        'https://raw.githubusercontent.com/a/b/main/x/y.json',
      ],
      ['https://huggingface.co/a/b/blob/main/w.png', 'https://huggingface.co/a/b/resolve/main/w.png'],
      ['https://gist.github.com/a/0123abc', 'https://gist.githubusercontent.com/a/0123abc/raw'],
      ['https://pastebin.com/AbC1', 'https://pastebin.com/raw/AbC1'],
      ['https://files.test/a.json', 'https://files.test/a.json'],
    ] as const)
      assert.equal(fileAddress(page), file)
  })
})

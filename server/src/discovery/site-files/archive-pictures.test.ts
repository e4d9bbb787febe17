import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import { getComfyNode, getNode, getNodeVersion } from '@nodeyard/contract/packs'
import { picture } from '../../../test/pictures.ts'
import { type TestPublisher, testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { archiveKey, type ByteRange } from '../../ground/blobs/store.ts'
import { archivePicture } from '../../ground/pictures/archive-picture.ts'
import { findSiteFile } from './find.ts'

const holder = useWorld()
let publisher: Promise<TestPublisher> | undefined

async function publish(pack: Parameters<TestPublisher['publish']>[0]): Promise<void> {
  publisher ??= testPublisher(holder.world)
  await (await publisher).publish(pack)
}

/** Returns the header of a picture of this size, followed by filler bytes. */
function png(width: number, height: number, rest = 40): Uint8Array {
  const head = Buffer.alloc(33 + rest, 7)
  head.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

const file = (path: string) => findSiteFile(holder.world.deps, path)
const versionOf = (nodeId: string) =>
  holder.world.anonymous.call(getNodeVersion, { params: { nodeId, version: '1.0.0' } })

const readme = `# Links

[jump](#second-part) [file](docs/use.md) [line](nodes.py#L2) [gone](gone.md)

![a](assets/pic.png) ![b](https://elsewhere.test/b.png) ![c](assets/drawing.svg) ![d](assets/large.png) ![e](gone.png)
<img src="assets/pic.png" width="100">

## Second part
`

let linked: Promise<void> | undefined

/** Publishes the pack once for all tests. */
const isPublished = () =>
  (linked ??= publish({
    id: 'linked',
    files: {
      'README.md': readme,
      'docs/use.md': '# Use',
      'assets/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'nodes.py': null,
      '__init__.py': [
        'class Blur:',
        '    RETURN_TYPES = ()',
        '    FUNCTION = "run"',
        'NODE_CLASS_MAPPINGS = {"Linked": Blur}',
        'WEB_DIRECTORY = "./web"',
      ].join('\n'),
      'web/docs/Linked.md': '# Help\n\n[up](#help) ![p](../../../assets/pic.png)\n',
    },
    entries: [
      { name: 'assets/pic.png', data: png(200, 100) },
      { name: 'assets/large.png', data: png(9, 9, limits.pictureBytes) },
      { name: 'nodes.py', data: 'a = 1\nb = 2\n' },
    ],
  }))

describe('a README with files of its archive', () => {
  it('links to its own headings, to the source and, for missing files, to the code host', async () => {
    await isPublished()
    const { readme_html: html = '' } = await versionOf('linked')
    const { siteUrl } = holder.world.deps.config
    const source = `${siteUrl}/nodes/linked/versions/1.0.0/source`
    assert.match(html, /<a href="#user-content-second-part"/)
    assert.match(html, /<h3 id="user-content-second-part">/)
    assert.ok(html.includes(`<a href="${source}?file=docs%2Fuse.md"`), html)
    assert.ok(html.includes(`<a href="${source}?file=nodes.py#L2"`))
    assert.ok(html.includes('<a href="https://github.com/acme/linked/blob/HEAD/gone.md"'))
    assert.equal(
      (await holder.world.anonymous.call(getNode, { params: { nodeId: 'linked' } })).readme_html,
      html,
    )
  })

  it('states the sizes of its pictures', async () => {
    await isPublished()
    const { readme_html: html = '' } = await versionOf('linked')
    assert.match(html, /alt="a"[^>]* width="200" height="100"/)
    assert.match(html, /width="100"[^>]* height="50"/)
    assert.doesNotMatch(html, /alt="b"[^>]*(width|height)/)
  })

  it('shows its pictures through the site, with the type of their bytes', async () => {
    await isPublished()
    const { readme_html: html = '' } = await versionOf('linked')
    const addresses = [...html.matchAll(/ src="([^"]*)"/g)].map(([, address = '']) => address)
    const { siteUrl } = holder.world.deps.config
    assert.equal(addresses[0], `${siteUrl}/pictures/nodes/linked/versions/1.0.0/0`)
    const picture = await file('/pictures/nodes/linked/versions/1.0.0/0')
    assert.deepEqual([picture?.status, picture?.headers['content-type']], [200, 'image/png'])
    assert.deepEqual(picture?.body, Buffer.from(png(200, 100)))
    assert.deepEqual((await file('/pictures/nodes/linked/versions/1.0.0/5'))?.body, picture?.body)
  })

  it('shows no drawings and no oversized pictures', async () => {
    await isPublished()
    for (const place of [2, 3, 6])
      assert.equal((await file(`/pictures/nodes/linked/versions/1.0.0/${place}`))?.status, 404, String(place))
  })

  it('reads the directory of an archive once for several pictures', async () => {
    await isPublished()
    const { blobs } = holder.world.deps
    let reads = 0
    const counted = {
      stat: (key: string) => blobs.stat(key),
      read: (key: string, range?: ByteRange) => {
        reads++
        return blobs.read(key, range)
      },
    }
    const { sha256 = '' } = await versionOf('linked')
    const show = () => archivePicture({ blobs: counted }, archiveKey(sha256), 'assets/pic.png')
    assert.deepEqual((await show())?.bytes, Buffer.from(png(200, 100)))
    const first = reads
    assert.deepEqual((await show())?.bytes, Buffer.from(png(200, 100)))
    assert.ok(reads - first < first, `${first} reads, then ${reads - first}`)
  })

  it('has pages about comfy-nodes with links and pictures', async () => {
    await isPublished()
    const { documentation = [] } = await holder.world.anonymous.call(getComfyNode, {
      params: { nodeId: 'linked', version: '1.0.0', comfyNodeName: 'Linked' },
    })
    const [{ html } = { html: '' }] = documentation
    const path = '/pictures/nodes/linked/versions/1.0.0/comfy-nodes/Linked//0'
    assert.match(html, /<h2 id="user-content-0-help">/)
    assert.match(html, /<a href="#user-content-0-help"/)
    assert.ok(html.includes(` src="${holder.world.deps.config.siteUrl}${path}"`), html)
    assert.equal((await file(path))?.status, 200)
  })

  it('hides the pictures of a version that is not public', async () => {
    await isPublished()
    await publish({
      id: 'waiting',
      waiting: true,
      files: { 'README.md': '![a](pic.png)' },
      entries: [{ name: 'pic.png', data: png(1, 1) }],
    })
    assert.equal((await file('/pictures/nodes/waiting/versions/1.0.0/0'))?.status, 404)
  })
})

describe('the icon and the banner of a project file', () => {
  const project = (id: string) =>
    `[project]\nname = "${id}"\nversion = "1.0.0"\n[tool.comfy]\nPublisherId = "acme"\nIcon = "art/icon.png"\nBanner = "art/wide.png"\n`
  const entries = [
    { name: 'art/icon.png', data: picture('png', 64, 64) },
    { name: 'art/wide.png', data: picture('png', 640, 300) },
  ]

  it('can be files of the archive', async () => {
    // The program announces what the project file says.
    const node = { icon: 'art/icon.png', banner_url: 'art/wide.png' }
    await publish({ id: 'painted', files: { 'pyproject.toml': project('painted') }, entries, node })
    const { icon, banner_url } = await holder.world.anonymous.call(getNode, { params: { nodeId: 'painted' } })
    const { siteUrl } = holder.world.deps.config
    assert.deepEqual(
      [icon, banner_url],
      [`${siteUrl}/pictures/nodes/painted?v=1.0.0`, `${siteUrl}/pictures/nodes/painted/banner?v=1.0.0`],
    )
    assert.deepEqual((await file('/pictures/nodes/painted'))?.body, entries[0]?.data)
    assert.deepEqual((await file('/pictures/nodes/painted/banner'))?.body, entries[1]?.data)
    assert.equal((await file('/pictures/nodes/painted/card'))?.headers['content-type'], 'image/webp')
  })

  it('are hidden while the version waits', async () => {
    const node = { icon: 'art/icon.png', banner_url: 'art/wide.png' }
    await publish({
      id: 'unseen',
      waiting: true,
      files: { 'pyproject.toml': project('unseen') },
      entries,
      node,
    })
    for (const path of ['', '/banner', '/card'])
      assert.equal((await file(`/pictures/nodes/unseen${path}`))?.status, 404, path)
  })
})

describe('a pack without pictures in its README', () => {
  it('shows one of its examples on its card', async () => {
    const graph = { nodes: [{ id: 1, type: 'shown Blur', pos: [0, 0], size: [200, 100] }], links: [] }
    await publish({
      id: 'shown',
      files: { 'example_workflows/a.json': JSON.stringify(graph) },
      entries: [{ name: 'example_workflows/a.jpg', data: picture('jpeg', 640, 480) }],
    })
    assert.equal((await file('/pictures/nodes/shown/card'))?.status, 200)
  })
})

describe('the README of a version', () => {
  const htmlOf = async (
    id: string,
    files: Record<string, string | null>,
    entries: [string, Uint8Array][] = [],
  ) => {
    await publish({
      id,
      files: { 'README.md': null, ...files },
      entries: entries.map(([name, data]) => ({ name, data })),
    })
    return (await versionOf(id)).readme_html
  }
  const project = (id: string, readmeLine: string) =>
    `[project]\nname = "${id}"\nversion = "1.0.0"\n${readmeLine}\n[tool.comfy]\nPublisherId = "acme"\n`

  it('is taken from the file or text in the project file', async () => {
    const files = {
      'pyproject.toml': project('named', 'readme = "docs/USAGE.md"'),
      'docs/USAGE.md': '# Usage\n',
    }
    assert.match((await htmlOf('named', files)) ?? '', /Usage<\/h2>/)
    const text = {
      'pyproject.toml': project('texts', 'readme = {text = "A *text*.", content-type = "text/markdown"}'),
    }
    assert.equal(await htmlOf('texts', text), '<p>A <em>text</em>.</p>')
    const rst = {
      'pyproject.toml': project('rests', 'readme = {file = "LIES.txt", content-type = "text/x-rst"}'),
      'LIES.txt': 'Title\n=====\n',
    }
    assert.match((await htmlOf('rests', rst)) ?? '', /<pre>Title\n=====/)
  })

  it('is the usual one if the named file is missing or outside of the archive', async () => {
    for (const [id, path] of [
      ['outside', '../../../etc/passwd'],
      ['absolute', '/etc/passwd'],
      ['gone', 'GONE.md'],
    ] as const) {
      const files = { 'pyproject.toml': project(id, `readme = "${path}"`), 'README.md': '# Usual\n' }
      assert.match((await htmlOf(id, files)) ?? '', /Usual<\/h2>/, id)
    }
  })

  it('is found in any letter case and in the usual folders', async () => {
    assert.match((await htmlOf('cased', { 'ReadMe.MarkDown': '# Cased' })) ?? '', /Cased<\/h2>/)
    assert.match((await htmlOf('folder', { 'docs/readme.rst': 'Rst\n===' })) ?? '', /<pre>Rst\n===/)
    assert.match((await htmlOf('spoken', { 'README_zh.md': '# B', 'README.en.md': '# A' })) ?? '', /A<\/h2>/)
  })

  it('is decoded by its byte order mark, its declared encoding, or its bytes', async () => {
    const utf16 = Buffer.from('\ufeff# Titel\n\nÄ\n', 'utf16le')
    assert.match((await htmlOf('utf16', {}, [['README.md', utf16]])) ?? '', /Titel<\/h2>\s*<p>Ä<\/p>/)
    const gbk = Buffer.concat([Buffer.from('# '), Buffer.from('c4e3bac3cac0bde7', 'hex')])
    assert.match((await htmlOf('gbk', {}, [['README.md', gbk]])) ?? '', /你好世界<\/h2>/)
    const declared = {
      'pyproject.toml': project(
        'declared',
        'readme = {file = "R.md", content-type = "text/markdown; charset=iso-8859-2"}',
      ),
    }
    assert.match(
      (await htmlOf('declared', declared, [['R.md', Buffer.from([0x23, 0x20, 0xb1])]])) ?? '',
      /ą<\/h2>/,
    )
  })
})

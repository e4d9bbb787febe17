import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { testPublisher } from '../server/test/publishing.ts'
import { useProduct } from './product.ts'

const holder = useProduct()

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** Creates a gray image that browsers can show. */
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(8, 8)
  const row = Buffer.alloc(width + 1, 128).fill(0, 0, 1)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const readme = `# Linked

[jump](#second-part) and [the guide](docs/use.md)

![picture](assets/pic.png)

> [!WARNING]
> Hot.

- [x] done

Text[^1].

${'A line that takes room.\n\n'.repeat(60)}

## Second part

[^1]: A footnote.
`

describe('a README on the site', () => {
  it('links to its headings and files, and shows the images of its archive', async () => {
    const publisher = await testPublisher(holder.product.world)
    const pictures = [{ name: 'assets/pic.png', data: png(120, 80) }]
    const files = { 'README.md': readme, 'docs/use.md': '# How to use it\n' }
    await publisher.publish({ id: 'linked', files, entries: pictures })
    const { page } = await holder.product.visit()
    await page.goto('/fr/nodes/linked')
    const text = page.locator('#readme-text')
    const picture = text.getByRole('img', { name: 'picture' })
    await picture.scrollIntoViewIfNeeded()
    const shown = await picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      return [image.naturalWidth, image.width, image.height, new URL(image.src).pathname]
    })
    assert.deepEqual(shown, [120, 120, 80, '/pictures/nodes/linked/versions/1.0.0/0'])
    assert.equal(await text.getByRole('checkbox', { name: 'done' }).isChecked(), true)
    await text.getByText('Warning', { exact: true }).waitFor()
    await holder.product.picture(page, 'readme')

    await text.getByRole('link', { name: 'jump' }).click()
    await page.waitForURL('**/fr/nodes/linked#user-content-second-part')
    const heading = text.getByRole('heading', { name: 'Second part' })
    assert.ok(await heading.evaluate((element) => element.getBoundingClientRect().top < window.innerHeight))
    await text.getByRole('link', { name: '1', exact: true }).click()
    await page.waitForURL('**#user-content-footnote-1')

    await text.getByRole('link', { name: 'the guide' }).click()
    await page.waitForURL('**/fr/nodes/linked/versions/1.0.0/source?file=docs%2Fuse.md')
    await page.getByText('# How to use it').first().waitFor()
  })
})

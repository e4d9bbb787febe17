import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { generateList } from '../bench/data/list.ts'
import { importCatalogue } from '../server/src/discovery/import/import.ts'
import { linesOf } from '../server/src/discovery/import/lines.ts'
import { openPage } from './filled-product.ts'
import { fitsItsWidth } from './looks.ts'
import { useProduct } from './product.ts'

const packs = 400

const holder = useProduct({}, {}, async ({ world }) => {
  const list = generateList({ packs, seed: 3, now: world.now() })
  const lines = Readable.from([Buffer.from(list.map((one) => JSON.stringify(one)).join('\n'))])
  const { created, aliases, skipped } = await importCatalogue(world.deps, linesOf(lines))
  assert.deepEqual([created + aliases, skipped], [packs, {}])
  await world.runJobs()
})

/** Results that are shown whole without scrolling. */
const wholeRows = (page: Page) =>
  page
    .locator('main article.pack-row')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length)

/** Titles that end outside of their row or are cut without an ellipsis. */
const cutTitles = (page: Page) =>
  page.locator('main article h3').evaluateAll((titles) =>
    titles
      .filter((title) => {
        const row = title.closest('article') as Element
        const isOutside = title.getBoundingClientRect().right > row.getBoundingClientRect().right + 1
        const isCut = title.scrollWidth > title.clientWidth + 1
        return isOutside || (isCut && getComputedStyle(title).textOverflow !== 'ellipsis')
      })
      .map((title) => title.textContent),
  )

describe('a catalogue like that of a community', () => {
  for (const [name, viewport, leastRows] of [
    ['a screen', { width: 1440, height: 900 }, 12],
    ['a phone', { width: 390, height: 844 }, 5],
  ] as const)
    for (const prefix of ['', '/ar'])
      it(`fits ${name}${prefix && ' from right to left'}, with every title whole or with an ellipsis`, async () => {
        const { page } = await holder.product.visit({ viewport })
        for (const path of ['?q=image', '?q=in%3AIMAGE', '?sort=updated', '?q=nodes&view=cards', '']) {
          await openPage(page, `${prefix || '/'}${path}`)
          await fitsItsWidth(page, path)
          assert.deepEqual(await cutTitles(page), [], path)
          if (path === '?q=image')
            assert.ok((await wholeRows(page)) >= leastRows, `${await wholeRows(page)} rows on ${name}`)
        }
      })

  it('shows no pack on two shelves of the home page', async () => {
    const { page } = await holder.product.visit()
    await openPage(page, '/')
    const ids = await page
      .locator('main section article h3 a')
      .evaluateAll((titles) => titles.map((title) => title.getAttribute('href')))
    assert.ok(ids.length >= 9, `${ids.length} packs`)
    assert.deepEqual(ids.toSorted(), [...new Set(ids)].toSorted())
  })
})

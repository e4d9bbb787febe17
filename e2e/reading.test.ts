import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { png } from '../analysis/src/workflow/files.test-support.ts'
import { reindexEverything } from '../server/src/discovery/search/reindex.ts'
import { RawConnection } from '../server/test/raw-connection.ts'
import { manyVersionsId, nodeId, openPage, pages, useFilledProduct } from './filled-product.ts'
import { isSlowNetwork, untilIdle } from './idle.ts'

const holder = useFilledProduct()

describe('reading the site', () => {
  for (const [name, path] of Object.entries(pages)) {
    it(`describes itself without JavaScript: ${name}`, async () => {
      const { page } = await holder.product.visit({ javaScriptEnabled: false, expectedComplaints: /404/ })
      const answer = await page.goto(path)
      assert.equal(answer?.status(), name === 'missing' ? 404 : 200)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const text = await page.getByRole('main').innerText()
      assert.ok(text.length > 40, text)
    })
  }

  it('keeps a path that names another host on this site', async () => {
    const connection = await RawConnection.open(holder.product.siteUrl)
    const ask = async (target: string) => {
      await connection.send(`GET ${target} HTTP/1.1\r\nhost: registry.test\r\n\r\n`)
      const { status, headers } = await connection.receive()
      return { status, location: headers.get('location') }
    }
    for (const target of ['//elsewhere.test/', '/\\elsewhere.test/', '///elsewhere.test/'])
      assert.deepEqual(await ask(target), { status: 302, location: '/elsewhere.test/' }, target)
    assert.equal((await ask('//elsewhere.test:99999')).location, '/elsewhere.test:99999')
    assert.equal((await ask('/elsewhere.test:99999')).status, 404)
    assert.equal((await ask(`http://registry.test${pages.node}`)).status, 200)
    assert.equal((await ask('*')).status, 400)
    connection.close()
  })

  it('lists and shows the files of a version without JavaScript', async () => {
    const { page } = await holder.product.visit({ javaScriptEnabled: false })
    await page.goto(pages.source)
    const files = page.getByRole('navigation', { name: 'Files' })
    await files.getByRole('link', { name: /^pyproject\.toml/ }).click()
    await page.waitForURL('**/source?file=pyproject.toml')
    assert.match(await page.locator('#L2').innerText(), new RegExp(`name = "${nodeId}"`))
  })

  it('links to the older versions of a node without JavaScript', async () => {
    const { page } = await holder.product.visit({ javaScriptEnabled: false })
    await page.goto(`/nodes/${manyVersionsId}`)
    const versions = page.getByRole('region', { name: 'Versions' })
    assert.equal(await versions.getByRole('listitem').count(), 8)
    await versions.getByRole('link', { name: 'Show 2 older versions' }).click()
    await page.waitForURL(`**${pages.versions}`)
    assert.equal(await page.getByRole('main').getByRole('listitem').count(), 10)
    await page.getByRole('link', { name: '0.1.0', exact: true }).click()
    await page.waitForURL(`**/nodes/${manyVersionsId}/versions/0.1.0`)
  })

  it('compares two versions file by file without JavaScript, with links to their text', async () => {
    const { page } = await holder.product.visit({ javaScriptEnabled: false })
    await page.goto(pages.compare)
    await page.getByRole('link', { name: /^Added web\// }).waitFor()
    await page.getByRole('link', { name: /^(Added|Changed) README\.md/ }).click()
    await page.waitForURL('**/versions/1.1.0/source?file=README.md')
    assert.match(await page.locator('#L1').innerText(), /# Soft blur/)
  })

  it('opens the parts of a comfy-node without accidental copies or reloads', async () => {
    const { page } = await holder.product.visit()
    await openPage(page, pages.node)
    await page.getByText('Inputs, outputs and widgets').click()
    await page.getByText('From 0 to 64').waitFor()
    // The pointer makes the lower parts load. Until then their links load whole pages.
    await untilIdle(page)
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await page.getByRole('link', { name: '1.0.0', exact: true }).first().click()
    await page.waitForURL('**/versions/1.0.0')
    assert.equal(await page.evaluate(() => (window as { stayed?: boolean }).stayed), true)
  })

  it('compares a node with another by hand, and copies the table as Markdown', async () => {
    const { page, context } = await holder.product.visit()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openPage(page, pages.comfyNode)
    await page.getByRole('link', { name: 'Compare with another node' }).click()
    await page.getByLabel('Name of a node to compare with').fill(`${manyVersionsId} Blur`)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('columnheader').nth(1).waitFor()
    await page.getByRole('button', { name: 'Copy as Markdown' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
    for (const id of [nodeId, manyVersionsId])
      assert.ok(lines[0]?.includes(`/nodes/${id}/comfy-nodes/`), lines[0])
    assert.equal(lines[1], '| --- | --- | --- |')
    assert.ok(lines.includes(`| Pack | The ${nodeId} | The ${manyVersionsId} |`), lines.join('\n'))
  })

  it('links to a line of a file, and selects a range with the shift key', async () => {
    const { page } = await holder.product.visit()
    await openPage(page, `${pages.source}#L3`)
    await page.getByRole('link', { name: 'Line 6', exact: true }).click({ modifiers: ['Shift'] })
    await page.waitForURL(/#L3-L6$/)
    await page.locator('[data-picked]').nth(3).waitFor()
    assert.equal(await page.locator('[data-picked]').count(), 4)
  })

  it('loads the changes of a file when it is opened', async () => {
    const { page } = await holder.product.visit()
    await openPage(page, pages.compare)
    await page.getByText('README.md').click()
    await page.getByText('# Soft blur').waitFor()
  })

  it('prefetches a page on the intent to open it', async () => {
    const { page } = await holder.product.visit()
    await openPage(page, pages.publisher)
    const fetched = page.waitForResponse(/\/api\/nodes\/soft-blur(\?|$)/)
    await page.getByRole('link', { name: 'The soft-blur' }).hover()
    await fetched
  })

  // The browser emulates only one kind of network at a time.
  it('reports a lost connection and retries when it returns', { skip: isSlowNetwork }, async () => {
    const { page, context } = await holder.product.visit({
      expectedComplaints: /ERR_INTERNET_DISCONNECTED|fetch/,
    })
    await openPage(page, pages.publisher)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'The hard-edges' }).click()
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'The hard-edges' }).waitFor()
  })

  it('shows a tag as a page with a name, a URL and a feed', async () => {
    const { page } = await holder.product.visit({ javaScriptEnabled: false })
    await page.goto('/?tag=blur')
    assert.match(await page.title(), /^blur · /)
    const at = (selector: string) => page.locator(selector).getAttribute('href')
    assert.equal(await at('link[rel=canonical]'), `${holder.product.siteUrl}/?tag=blur`)
    assert.equal(await at('link[type="application/atom+xml"]'), '/tags/blur/feed.atom')
  })

  it('moves nothing while a page loads, on a slow phone too', async () => {
    const { page, context } = await holder.product.visit({ viewport: { width: 412, height: 823 } })
    const tools = await context.newCDPSession(page)
    await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(() => {
      const shifts: string[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number
          sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[]
        })[])
          for (const { node, previousRect, currentRect } of entry.sources)
            shifts.push(
              `${entry.value} after ${entry.startTime} ms, from ${previousRect.top} to ${currentRect.top}: ${node?.outerHTML?.slice(0, 80)}`,
            )
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of [pages.search, pages.node, pages.publisher]) {
      await openPage(page, path)
      // Content far below reserves its space before it is scrolled to.
      const heights = await page
        .locator('.comfy-node-picture svg')
        .evaluateAll((pictures) => pictures.map((picture) => picture.getBoundingClientRect().height))
      assert.ok(
        heights.every((height) => height > 40),
        `${path}: ${heights}`,
      )
      assert.deepEqual(
        await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts),
        [],
        path,
      )
    }
  })

  it("hydrates the server's output without creating formatters again", async () => {
    for (const prefix of ['', '/ar']) {
      const { page } = await holder.product.visit()
      await page.addInitScript(() => {
        const made: string[] = []
        Object.assign(window, { made })
        for (const name of ['NumberFormat', 'DateTimeFormat', 'PluralRules', 'ListFormat'] as const) {
          const construct = (target: object, args: unknown[]) => {
            made.push(name)
            return Reflect.construct(target as new () => object, args)
          }
          Object.assign(Intl, { [name]: new Proxy(Intl[name], { construct }) })
        }
      })
      for (const path of [pages.search, pages.node, pages.version, pages.publisher]) {
        await openPage(page, prefix + path.replace(/^\/\?/, prefix ? '?' : '/?'))
        assert.deepEqual(await page.evaluate(() => (window as unknown as { made: string[] }).made), [], path)
      }
    }
  })

  it("offers the language chosen before, and remembers the location of the user's tool", async () => {
    const { page } = await holder.product.visit()
    await openPage(page, pages.node)
    await page.getByText('My tool has a different address').click()
    await page.getByLabel('Address of your tool').fill('http://tool.test:9000/')
    await page.evaluate(() => localStorage.setItem('nodeyard-language', 'fr'))
    await page.reload()
    await page.getByText('You last read this site in French.').waitFor()
    await page.locator('a[href^="http://tool.test:9000/?nodeyard="]', { hasText: 'Open the tool' }).waitFor()
  })

  it('caches a rendered page until its data changes', async () => {
    const { world, siteUrl } = holder.product
    const { db, changes } = world.deps
    const rename = (name: string) =>
      db.updateTable('publishers').set({ name }).where('id', '=', 'lumen').execute()
    const nameShown = async () =>
      /<h1[^>]*>(.*?)<\/h1>/s.exec(await (await fetch(siteUrl + pages.publisher)).text())?.[1]
    // Waits until the database has delivered the notifications of earlier changes.
    const heard = new Promise<void>((resolve) => {
      changes.onChange((tags) => tags.includes('mark') && resolve())
    })
    await sql`select pg_notify('nodeyard_changes', 'mark')`.execute(db)
    await heard

    assert.match((await nameShown()) ?? '', /Lumen/)
    await rename('Lucis')
    assert.match((await nameShown()) ?? '', /Lumen/)
    changes.announce(['publisher:lumen'])
    assert.match((await nameShown()) ?? '', /Lucis/)
    await rename('Lumen')
    changes.announce(['publisher:lumen'])
  })

  it('compresses the first response of a page too', async () => {
    const url = `${holder.product.siteUrl}/?q=asked+by+nobody+before`
    const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } })
    assert.equal(answer.headers.get('content-encoding'), 'br')
    assert.match(await answer.text(), /<\/html>/)
  })

  it('keeps search and filters in the URL and restores them on going back', async () => {
    const { world } = holder.product
    // It is in another category, because one that all results share is not offered.
    await world.given.node({ id: 'films', name: 'Films', description: 'Makes videos of pictures.' })
    await reindexEverything(world.deps)
    const { page } = await holder.product.visit({ viewport: { width: 1280, height: 400 } })
    await openPage(page, pages.publisher)
    await page.keyboard.press('/')
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'q')
    await openPage(page, pages.home)
    await page.keyboard.press('/')
    await page.keyboard.type('pictures')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/?q=pictures')
    await page.getByRole('navigation', { name: 'Category' }).getByRole('link').first().click()
    await page.waitForURL(/category=/)
    const address = page.url()
    await page.getByRole('link', { name: 'The hard-edges' }).waitFor()

    const position = 40
    await page.mouse.wheel(0, position)
    await page.waitForFunction((at) => scrollY === at, position)
    await page.getByRole('link', { name: 'The soft-blur' }).click()
    await page.waitForURL(`**${pages.node}`)
    await page.goBack()
    await page.waitForFunction((before) => scrollY === before, position)
    assert.equal(page.url(), address)

    const { page: shared } = await holder.product.visit()
    await shared.goto(address)
    await shared.getByRole('link', { name: /^Remove/ }).waitFor()
    assert.equal(await shared.locator('input[name=q]').inputValue(), 'pictures')
  })

  it('finds a language by its name in either language, and stays on the page', async () => {
    const { page } = await holder.product.visit()
    await openPage(page, '/?q=blur')
    const picker = page.getByLabel(/^Language/).first()
    // Browsers lay out a closed panel with a field in it: eight scripts with their fonts.
    assert.equal(await page.getByLabel('Search languages').count(), 0)
    await picker.focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Search languages').fill('jap')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/ja?q=blur')
    assert.equal(await page.locator('html').getAttribute('lang'), 'ja')
  })

  it('moves through suggestions with the arrow keys and opens one with Enter', async () => {
    const { page } = await holder.product.visit()
    await openPage(page, pages.publisher)
    await page.keyboard.press('/')
    await page.keyboard.type('soft')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    const chosen = page.getByRole('option', { selected: true })
    assert.match(await chosen.innerText(), /soft/i)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${pages.node}`)
  })

  it("lists the nodes that a dropped image's workflow needs, with a way to install them", async () => {
    const { page } = await holder.product.visit()
    await page.goto(pages.resolve)
    await page.getByRole('button', { name: 'Find packs' }).and(page.locator(':enabled')).waitFor()
    const workflow = JSON.stringify({
      nodes: [
        { type: `${nodeId} Blur`, properties: { cnr_id: nodeId, ver: '1.0.0' } },
        { type: 'Nobody Made This' },
        { type: 'KSampler' },
      ],
    })
    const picture = Buffer.from(png([{ chunk: 'tEXt', key: 'workflow', text: workflow }])).toString('base64')
    const carried = await page.evaluateHandle((base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const carried = new DataTransfer()
      carried.items.add(new File([bytes], 'castle.png', { type: 'image/png' }))
      return carried
    }, picture)
    await page.getByText('Drop a workflow here').dispatchEvent('drop', { dataTransfer: carried })
    await page.getByRole('heading', { level: 1, name: 'needs 1 pack; 1 node is unknown' }).waitFor()
    await page.getByRole('heading', { name: '1 built-in node' }).waitFor()
    await page.getByText('Used nodes: 1').click()
    await page.getByText('version named by the workflow').waitFor()
    await page.getByText(`nodeyard.tgz install ${nodeId}@1.0.0`).waitFor()
    await page.getByRole('button', { name: 'Make a plan' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download nodeyard.lock' }).click()
    const lock = JSON.parse(readFileSync(await (await saved).path(), 'utf8'))
    assert.deepEqual(
      lock.packs.map(({ id, version }: { id: string; version: string }) => `${id} ${version}`),
      [`${nodeId} 1.0.0`],
    )
    await page.setInputFiles('input[type=file]', {
      name: 'castle.webp',
      mimeType: 'image/webp',
      buffer: Buffer.from('RIFF'),
    })
    await page.getByText('Could not read this').waitFor()
  })
})

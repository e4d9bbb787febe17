import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { png } from '../analysis/src/workflow/files.test-support.ts'
import { RawConnection } from '../server/test/raw-connection.ts'
import { manyVersionsId, nodeId, openPage, pages, useFilledProduct } from './filled-product.ts'

const it = useFilledProduct()

for (const [name, path] of Object.entries(pages)) {
  test(`${name} says what it is about without JavaScript`, async () => {
    const { page } = await it.product.visit({ javaScriptEnabled: false, expectedComplaints: /404/ })
    const answer = await page.goto(path)
    assert.equal(answer?.status(), name === 'missing' ? 404 : 200)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const text = await page.getByRole('main').innerText()
    assert.ok(text.length > 40, text)
  })
}

test('an address that names another host is one of this site, or none', async () => {
  const connection = await RawConnection.open(it.product.siteUrl)
  const ask = async (target: string) => {
    await connection.send(`GET ${target} HTTP/1.1\r\nhost: registry.test\r\n\r\n`)
    const { status, headers } = await connection.receive()
    return { status, location: headers.get('location') }
  }
  for (const target of ['//elsewhere.test/', '/\\elsewhere.test/', '///elsewhere.test/'])
    assert.deepEqual(await ask(target), { status: 302, location: '/elsewhere.test/' }, target)
  assert.equal((await ask('//elsewhere.test:99999')).location, '/elsewhere.test:99999')
  assert.equal((await ask('/elsewhere.test:99999')).status, 404)
  assert.equal((await ask(`http://elsewhere.test${pages.node}`)).status, 200)
  assert.equal((await ask('*')).status, 400)
  connection.close()
})

test('without JavaScript the files of a version are listed and read', async () => {
  const { page } = await it.product.visit({ javaScriptEnabled: false })
  await page.goto(pages.source)
  const files = page.getByRole('navigation', { name: 'Files' })
  await files.getByRole('link', { name: /^pyproject\.toml/ }).click()
  await page.waitForURL('**/source?file=pyproject.toml')
  assert.match(await page.locator('#L2').innerText(), new RegExp(`name = "${nodeId}"`))
})

test('without JavaScript the older versions of a node are a link away', async () => {
  const { page } = await it.product.visit({ javaScriptEnabled: false })
  await page.goto(`/nodes/${manyVersionsId}`)
  const versions = page.getByRole('region', { name: 'Versions' })
  assert.equal(await versions.getByRole('listitem').count(), 8)
  await versions.getByRole('link', { name: 'Show 2 older versions' }).click()
  await page.waitForURL(`**${pages.versions}`)
  assert.equal(await page.getByRole('main').getByRole('listitem').count(), 10)
  await page.getByRole('link', { name: '0.1.0', exact: true }).click()
  await page.waitForURL(`**/nodes/${manyVersionsId}/versions/0.1.0`)
})

test('without JavaScript two versions are compared file by file, and each leads to its text', async () => {
  const { page } = await it.product.visit({ javaScriptEnabled: false })
  await page.goto(pages.compare)
  await page.getByRole('link', { name: /^Added web\// }).waitFor()
  await page.getByRole('link', { name: /^(Added|Changed) README\.md/ }).click()
  await page.waitForURL('**/versions/1.1.0/source?file=README.md')
  assert.match(await page.locator('#L1').innerText(), /# Soft blur/)
})

test('a reader opens the parts of a comfy-node, copies nothing by accident, and goes on without a reload', async () => {
  const { page } = await it.product.visit()
  await openPage(page, pages.node)
  await page.getByText('All inputs, outputs and widgets').click()
  await page.getByText('From 0 to 64').waitFor()
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await page.getByRole('link', { name: '1.0.0', exact: true }).first().click()
  await page.waitForURL('**/versions/1.0.0')
  assert.equal(await page.evaluate(() => (window as { stayed?: boolean }).stayed), true)
})

test('a line of a file has an address, and the shift key spans to another', async () => {
  const { page } = await it.product.visit()
  await openPage(page, `${pages.source}#L3`)
  await page.getByRole('link', { name: 'Line 6', exact: true }).click({ modifiers: ['Shift'] })
  await page.waitForURL(/#L3-L6$/)
  await page.locator('[data-picked]').nth(3).waitFor()
  assert.equal(await page.locator('[data-picked]').count(), 4)
})

test('what changed in a file is shown when it is opened', async () => {
  const { page } = await it.product.visit()
  await openPage(page, pages.compare)
  await page.getByText('README.md').click()
  await page.getByText('# Soft blur').waitFor()
})

test('a page is fetched when somebody is about to go there', async () => {
  const { page } = await it.product.visit()
  await openPage(page, pages.publisher)
  const fetched = page.waitForResponse(/\/api\/nodes\/soft-blur(\?|$)/)
  await page.getByRole('link', { name: 'The soft-blur' }).hover()
  await fetched
})

test('who goes on without a connection is told so, and tries again when it is back', async () => {
  const { page, context } = await it.product.visit({ expectedComplaints: /ERR_INTERNET_DISCONNECTED|fetch/ })
  await openPage(page, pages.publisher)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'The hard-edges' }).click()
  await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'The hard-edges' }).waitFor()
})

test('a tag is a page with a name, an address and a feed of its own', async () => {
  const { page } = await it.product.visit({ javaScriptEnabled: false })
  await page.goto('/?tag=blur')
  assert.match(await page.title(), /^blur · /)
  const at = (selector: string) => page.locator(selector).getAttribute('href')
  assert.equal(await at('link[rel=canonical]'), `${it.product.siteUrl}/?tag=blur`)
  assert.equal(await at('link[type="application/atom+xml"]'), '/tags/blur/feed.atom')
})

test('nothing on a page moves while it loads, on a slow phone too', async () => {
  const { page, context } = await it.product.visit({ viewport: { width: 412, height: 823 } })
  const tools = await context.newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node?: Element }[]
      })[])
        shifts.push(
          `${entry.value}: ${entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join()}`,
        )
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of [pages.search, pages.node, pages.publisher]) {
    await openPage(page, path)
    // What is far below has its room before somebody comes near.
    const heights = await page
      .locator('.comfy-node-picture svg')
      .evaluateAll((pictures) => pictures.map((picture) => picture.getBoundingClientRect().height))
    assert.ok(
      heights.every((height) => height > 40),
      `${path}: ${heights}`,
    )
    assert.deepEqual(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts), [])
  }
})

test('a page is taken over with what the server wrote: no formatter is made again', async () => {
  for (const prefix of ['', '/ar']) {
    const { page } = await it.product.visit()
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

test('a language that was chosen before is offered, and where the own tool is stays known', async () => {
  const { page } = await it.product.visit()
  await openPage(page, pages.node)
  await page.getByText('The tool runs at another address').click()
  await page.getByLabel('Address of the tool').fill('http://tool.test:9000/')
  await page.evaluate(() => localStorage.setItem('nodeyard-language', 'fr'))
  await page.reload()
  await page.getByText('You last read this site in French.').waitFor()
  await page.locator('a[href="http://tool.test:9000/"]', { hasText: 'Open the tool' }).waitFor()
})

test('a page is kept as it was made until something that it shows changes', async () => {
  const { world, siteUrl } = it.product
  const { db, changes } = world.deps
  const rename = (name: string) =>
    db.updateTable('publishers').set({ name }).where('id', '=', 'lumen').execute()
  const nameShown = async () =>
    /<h1[^>]*>(.*?)<\/h1>/s.exec(await (await fetch(siteUrl + pages.publisher)).text())?.[1]
  // What was changed before is told once more by the database; nothing of it comes after this.
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

test('whoever has a page made gets it compressed', async () => {
  const url = `${it.product.siteUrl}/?q=asked+by+nobody+before`
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  assert.equal(answer.headers.get('content-encoding'), 'br')
  assert.match(await answer.text(), /<\/html>/)
})

test('a search stands in the address with its filters, and going back finds it as it was left', async () => {
  const { page } = await it.product.visit({ viewport: { width: 1280, height: 400 } })
  await openPage(page, pages.publisher)
  await page.keyboard.press('/')
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'q')
  await openPage(page, pages.home)
  await page.keyboard.press('/')
  await page.keyboard.type('pictures')
  await page.waitForURL('**/?q=pictures')
  await page.getByRole('navigation', { name: 'Category' }).getByRole('link').first().click()
  await page.waitForURL(/category=/)
  const address = page.url()
  await page.getByRole('link', { name: 'The hard-edges' }).waitFor()

  await page.mouse.wheel(0, 200)
  const position = 200
  await page.waitForFunction((at) => scrollY === at, position)
  await page.getByRole('link', { name: 'The soft-blur' }).click()
  await page.waitForURL(`**${pages.node}`)
  await page.goBack()
  await page.waitForFunction((before) => scrollY === before, position)
  assert.equal(page.url(), address)

  const { page: shared } = await it.product.visit()
  await shared.goto(address)
  await shared.getByRole('link', { name: /^Remove/ }).waitFor()
  assert.equal(await shared.locator('main input[name=q]').inputValue(), 'pictures')
})

test('a language is found by its name in either language, and keeps the page', async () => {
  const { page } = await it.product.visit()
  await openPage(page, '/?q=blur')
  const picker = page.getByLabel(/^Language/).first()
  // Browsers lay out a closed panel that has a field in it: eight scripts with their fonts.
  assert.equal(await page.getByLabel('Search languages').count(), 0)
  await picker.focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Search languages').fill('jap')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/ja?q=blur')
  assert.equal(await page.locator('html').getAttribute('lang'), 'ja')
})

test('arrows move through what is suggested, and Enter opens it', async () => {
  const { page } = await it.product.visit()
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

test('a picture that carries a workflow is dropped, and what it needs is named with a way to install it', async () => {
  const { page } = await it.product.visit()
  await page.goto(pages.resolve)
  await page.getByRole('button', { name: 'Resolve' }).and(page.locator(':enabled')).waitFor()
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
  await page.getByText('Found: 1. Unknown: 1. Part of the tool itself: 1.').waitFor()
  await page.getByText('The workflow recorded this version.').waitFor()
  await page.getByText(`comfy node install ${nodeId}@1.0.0`).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the lock file' }).click()
  const lock = JSON.parse(readFileSync(await (await saved).path(), 'utf8'))
  assert.deepEqual(
    lock.nodes.map(({ id, version }: { id: string; version: string }) => `${id} ${version}`),
    [`${nodeId} 1.0.0`],
  )
  await page.setInputFiles('input[type=file]', {
    name: 'castle.webp',
    mimeType: 'image/webp',
    buffer: Buffer.from('RIFF'),
  })
  await page.getByText('This could not be resolved').waitFor()
})

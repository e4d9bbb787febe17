import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { nodeId, pages, useFilledProduct } from './filled-product.ts'

const at = useFilledProduct()

/** Opens a page and holds its scripts back until the test releases them. */
async function openHeld(path: string): Promise<{ page: Page; letThrough: () => Promise<void> }> {
  const { page } = await at.product.visit({ expectedComplaints: /400/, waitsForScripts: false })
  const held = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.locator('footer').waitFor()
  return {
    page,
    async letThrough() {
      held.resolve()
      await page.waitForFunction(() => 'live' in document.documentElement.dataset)
    },
  }
}

const opacityOf = (control: Locator) =>
  control.evaluate((element) => Number(getComputedStyle(element).opacity))

describe('a page before its scripts run', () => {
  it('accepts a chosen file', async () => {
    const { page, letThrough } = await openHeld(pages.resolve)
    await page.setInputFiles('input[type=file]', workflowFile)
    await letThrough()
    await page.getByRole('heading', { name: 'needs 1 pack' }).waitFor()
  })

  it('accepts a dropped file', async () => {
    const { page, letThrough } = await openHeld(pages.resolve)
    const carried = await page.evaluateHandle((text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], 'workflow.json', { type: 'application/json' }))
      return data
    }, workflow)
    await page.getByText('Drop a workflow here').dispatchEvent('drop', { dataTransfer: carried })
    await letThrough()
    await page.getByRole('heading', { name: 'needs 1 pack' }).waitFor()
  })

  it('keeps a pasted workflow in its field, and resolves it afterwards', async () => {
    const { page, letThrough } = await openHeld(pages.resolve)
    await page.locator('textarea').fill(workflow)
    assert.ok((await opacityOf(page.getByRole('button', { name: 'Find packs' }))) < 1)
    await letThrough()
    await page.getByRole('button', { name: 'Find packs' }).click()
    await page.getByRole('heading', { name: 'needs 1 pack' }).waitFor()
  })

  it('focuses the search field by its key, and searches for the typed text', async () => {
    for (const path of [pages.home, pages.howToPublish]) {
      const { page, letThrough } = await openHeld(path)
      await page.keyboard.press('/')
      await page.keyboard.type('soft')
      assert.equal(await page.locator('input[name=q]').inputValue(), 'soft')
      await letThrough()
      await page.keyboard.type(' blur')
      await page.keyboard.press('Enter')
      await page.waitForURL(/[?&]q=soft(\+|%20)blur/)
    }
  })

  it('sends a form by Enter once it can', async () => {
    const { page, letThrough } = await openHeld('/auth/login')
    await page.getByLabel('Email').fill('nobody@example.test')
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    await page.keyboard.press('Enter')
    await letThrough()
    await page.getByRole('alert').waitFor()
    assert.ok(page.url().endsWith('/auth/login'))
  })

  it('keeps a choice and shows the matching content', async () => {
    const { page, letThrough } = await openHeld(pages.howToPublish)
    await page.getByLabel('CI without a secret').check()
    await letThrough()
    await page.getByText('id-token: write').waitFor()
    assert.ok(await page.getByLabel('CI without a secret').isChecked())
  })

  it('disables controls that need scripts until they work', async () => {
    const { page, letThrough } = await openHeld('/auth/login')
    const controls = [
      page.getByRole('button', { name: 'Log in', exact: true }),
      page.getByRole('button', { name: /^Continue with/ }).first(),
    ]
    for (const control of controls) assert.ok((await opacityOf(control)) < 1)
    await letThrough()
    for (const control of controls) assert.equal(await opacityOf(control), 1)
  })
})

describe('a page without scripts', () => {
  it('explains itself and disables the controls that need scripts', async () => {
    const { page } = await at.product.visit({ javaScriptEnabled: false })
    // Playwright's own text search ignores `noscript`.
    const says = async (path: string, text: string) => {
      await page.goto(path)
      const body = await page.locator('body').innerText()
      assert.ok(body.includes(text), `${path}: ${body.slice(0, 400)}`)
    }
    await says('/auth/login', 'This form needs JavaScript.')
    assert.ok((await opacityOf(page.getByRole('button', { name: 'Log in', exact: true }))) < 1)
    for (const path of [pages.home, pages.howToPublish, '/docs/api']) await says(path, 'JavaScript is off.')
    await says(pages.resolve, 'Reading a workflow needs JavaScript.')
    assert.ok((await opacityOf(page.locator('form[data-takes-files]'))) < 1)
    await says('/account', 'This page needs JavaScript.')
    await says(pages.source, 'JavaScript is off.')
  })
})

const workflow = JSON.stringify({
  nodes: [{ type: `${nodeId} Blur`, properties: { cnr_id: nodeId, ver: '1.0.0' } }],
})
const workflowFile = {
  name: 'workflow.json',
  mimeType: 'application/json',
  buffer: Buffer.from(workflow),
}

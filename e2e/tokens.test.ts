import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { mintToken } from '@nodeyard/contract/packs'
import type { Page } from 'playwright-core'
import { ciIssuers } from '../server/src/packs/trusted-publishing/issuers.ts'
import { announce, publish, upload } from '../server/test/command-line-client.ts'
import { FakeOidcIssuer, githubClaims } from '../server/test/fakes/oidc-issuer.ts'
import { buildPack } from '../server/test/pack.ts'
import { refused } from '../server/test/refused.ts'
import { fitsItsWidth, hidesNothing } from './looks.ts'
import { signUp } from './people.ts'
import { Product } from './product.ts'

const audience = 'https://registry.test'
const holder = {} as { product: Product; ci: FakeOidcIssuer }
before(async () => {
  const now = () => holder.product.world.now()
  holder.ci = await FakeOidcIssuer.at('https://ci.test', now)
  const issuers = ciIssuers([{ kind: 'github', url: holder.ci.url }], now, { fetch: holder.ci.fetch })
  holder.product = await Product.open({ ciIssuers: issuers }, { CI_AUDIENCE: audience })
})
after(() => holder.product.close())

/** Signs up an owner of a publisher and opens one of its pages. */
async function ownerAt(part: string, { locale = '', publisherId }: { locale?: string; publisherId: string }) {
  const { world } = holder.product
  const { page } = await holder.product.visit({ locale: locale || 'en' })
  const email = await signUp(page, '/account')
  const owner = await world.deps.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await world.given.publisher({ id: publisherId, name: 'Acme Studio', owner })
  await page.goto(`${locale && `/${locale}`}/publishers/${publisherId}/manage/${part}`)
  return { page, owner }
}

describe('publish credentials', () => {
  it('shows a token once, publishes with it, and revokes it during a publish', async () => {
    const { world, apiUrl } = holder.product
    const { page } = await ownerAt('tokens', { publisherId: 'acme' })
    await page.getByText('No tokens yet.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Laptop')
    await page.getByLabel('Description').fill('Releases by hand')
    await page.getByLabel('Only these packs').check()
    await page.getByLabel('Pack ids').fill('acme-blur acme-sharpen')
    await page.reload()
    assert.equal(
      await page.getByLabel('Name', { exact: true }).inputValue(),
      'Laptop',
      'what was typed stays',
    )
    await looks(page, 'tokens-form')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('Laptop is ready').waitFor()
    const token = (await page.getByRole('status').locator('code').textContent()) ?? ''
    assert.match(token, /^nyp_/)
    await page.getByText('Not used yet.').waitFor()
    await holder.product.picture(page, 'token-once')
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    assert.ok(!stored.includes(token))
    await page.reload()
    await page.getByText('Not used yet.').waitFor()
    assert.ok(!(await page.content()).includes(token), 'nobody can show it again')

    const sent = { apiUrl, publisherId: 'acme', nodeId: 'acme-blur', token }
    await publish({ ...sent, archive: buildPack({ id: 'acme-blur' }) })
    await world.runJobs()
    const { signedUrl } = (await (await announce({ ...sent, version: '1.1.0' })).json()) as {
      signedUrl: string
    }
    await page.reload()
    await page.getByRole('button', { name: 'Revoke Laptop' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('even an upload in progress').waitFor()
    await holder.product.picture(page, 'token-revoke')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('heading', { name: 'Expired and revoked' }).waitFor()
    assert.equal((await upload(signedUrl, buildPack({ id: 'acme-blur', version: '1.1.0' }))).status, 403)
    assert.equal((await announce({ ...sent, version: '1.2.0' })).status, 401)
    await looks(page, 'tokens-revoked')
  })

  it('publishes from a build without a token when its claims match, and shows the build', async () => {
    const { world, apiUrl } = holder.product
    const { page, owner } = await ownerAt('trusted-publishing', { publisherId: 'birch' })
    await page.getByLabel('Pack', { exact: true }).fill('birch-lens')
    await page.getByLabel('Repository').fill('birch')
    await page.getByLabel('Workflow file').fill('publish.yml')
    await page.getByRole('button', { name: 'Trust a build' }).click()
    await page.getByRole('alert').getByText('Enter it as owner/name').waitFor()
    await page.getByLabel('Repository').fill('birch/lens')
    await holder.product.picture(page, 'trusted-publishing-form')
    await page.getByRole('button', { name: 'Trust a build' }).click()
    await page.getByText('The first use binds it to the repository’s account').waitFor()
    await page.getByRole('button', { name: 'Show the file for birch-lens' }).click()
    await page.getByText('.github/workflows/publish.yml').first().waitFor()
    await looks(page, 'trusted-publishing')

    const mint = async (claims: Parameters<typeof githubClaims>[0]) => {
      const token = await holder.ci.mint({
        aud: audience,
        ...githubClaims({ repository: 'birch/lens', ...claims }),
      })
      return world.anonymous.call(mintToken, {
        body: { token, publisher_id: 'birch', node_id: 'birch-lens' },
      })
    }
    const { details } = await refused('trusted_publisher_mismatch', mint({ workflow: 'test.yml' }))
    assert.deepEqual(details, ['workflow: expected publish.yml, came test.yml'])
    const { token } = await mint({})
    const sent = { apiUrl, publisherId: 'birch', nodeId: 'birch-lens' }
    await publish({ ...sent, token, archive: buildPack({ id: 'birch-lens' }) })
    await world.runJobs()
    await page.reload()
    await page.getByText('Bound to account 42').waitFor()
    await page.goto('/nodes/birch-lens/versions/1.0.0')
    await page.getByText('ci.test confirms that a build of this repository').waitFor()
    await looks(page, 'version-with-provenance')

    const { secret } = await world.given.token({ publisher_id: 'birch', created_by: owner.id })
    const archive = buildPack({ id: 'birch-lens', version: '1.1.0' })
    await publish({ ...sent, token: secret, version: '1.1.0', archive })
    await world.runJobs()
    for (const path of ['/nodes/birch-lens/versions/1.1.0', '/nodes/birch-lens']) {
      await page.goto(path)
      await page.getByText('It is not confirmed where this version was built').waitFor()
    }
    await holder.product.picture(page, 'node-without-provenance')
  })

  it('creates a token and removes a trusted build in Arabic', async () => {
    const { world } = holder.product
    const { page } = await ownerAt('tokens', { locale: 'ar', publisherId: 'cedar' })
    await page.getByLabel('الاسم', { exact: true }).fill('جهازي')
    await page.getByRole('button', { name: 'إنشاء الرمز' }).click()
    await page.getByText('انسخه الآن').waitFor()
    await holder.product.picture(page, 'tokens-ar')
    await world.given.trustedPublisher({
      publisher_id: 'cedar',
      node_id: `cedar-${'very-long-name-'.repeat(5)}x`,
      issuer: holder.ci.url,
      environment: 'release',
      ref: 'refs/tags/v*',
    })
    await page.getByRole('link', { name: 'النشر الموثوق' }).first().click()
    await page.getByRole('button', { name: /^عرض ملف/ }).click()
    await looks(page, 'trusted-publishing-ar')
    await page.getByRole('button', { name: /^حذف/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'حذف' }).click()
    await page.getByText('لم تعد عملية البناء موثوقة').waitFor()
  })
})

/** Takes screenshots in both themes and on a phone, and checks accessibility. */
async function looks(page: Page, name: string): Promise<void> {
  await hidesNothing(page, name)
  await holder.product.picture(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 800 })
  await fitsItsWidth(page, name)
  await holder.product.picture(page, `${name}-phone-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
}

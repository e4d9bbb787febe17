import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useProduct } from './product.ts'

const holder = useProduct()

async function givenEvidence(): Promise<string> {
  const { world } = holder.product
  const { given, deps } = world
  const now = () => world.now()
  const repository = {
    repository_url: 'https://github.com/acme/fog',
    repository_key: 'github.com/acme/fog',
    repository_proof: 'claim' as const,
  }
  const node = await given.node({ name: 'Thick fog', ...repository })
  const version = await given.version({
    node_id: node.id,
    supported_os: ['Linux', 'Windows'],
    supported_accelerators: ['GPU :: NVIDIA CUDA'],
    supported_comfyui_version: '>=0.3.40,<0.4',
  })
  const interfaces = [
    { name: 'execution.recursive_execute', file: 'modules/hooks.py', line: 12 },
    { name: '/scripts/ui.js', file: 'web/panel.js', line: 1 },
  ]
  await given.analysis({ version_id: version.id, traits: JSON.stringify({ python: '>=3.10', interfaces }) })
  const { db } = deps
  const commit = await db
    .insertInto('git_commits')
    .values({ repo_name: 'acme/fog', commit_hash: 'a' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const result = { commit_id: commit.id, workflow_name: 'tests', python_version: '3.12', created_at: now() }
  await db
    .insertInto('ci_results')
    .values([
      { ...result, operating_system: 'linux', cuda_version: '12.4', status: 'COMPLETED' },
      { ...result, operating_system: 'windows', status: 'FAILED' },
    ])
    .execute()
  const day = now().toISOString().slice(0, 10)
  const report = { version_id: version.id, day, tool: '0.3', python: '3.12', os: 'linux' }
  await db
    .insertInto('import_reports')
    .values([
      { ...report, accelerator: 'cuda', outcome: 'imported', count: 42 },
      { ...report, accelerator: 'cuda', outcome: 'import_error', count: 3 },
      { ...report, accelerator: 'rocm', outcome: 'syntax_error', count: 4 },
    ])
    .execute()
  return node.id
}

describe('the compatibility of a pack on its page', () => {
  it('has four columns, on wide and narrow screens and right to left', async () => {
    const id = await givenEvidence()
    const { page } = await holder.product.visit()
    await page.goto(`/nodes/${id}`)
    await page
      .getByRole('navigation', { name: 'Sections of this page' })
      .getByRole('link', { name: 'Compatibility' })
      .click()
    assert.equal(new URL(page.url()).hash, '#compatibility')
    const section = page.getByRole('region', { name: 'Compatibility' })
    await section.getByText('42 of 45 loaded').waitFor()
    await page.waitForFunction(() => {
      const top = document.getElementById('compatibility')?.getBoundingClientRect().top ?? innerHeight
      return top < innerHeight / 2
    })
    const columns = section.getByRole('heading', { level: 3 })
    assert.deepEqual(await columns.allTextContents(), [
      'Declared',
      'Tested',
      'Reported',
      'Inferred from code',
    ])
    assert.equal(await section.getByText('rocm', { exact: false }).count(), 0)
    for (const [name, path, width, colorScheme] of [
      ['wide', `/nodes/${id}`, 1280, 'light'],
      ['dark-phone', `/nodes/${id}`, 360, 'dark'],
      ['arabic', `/ar/nodes/${id}`, 1024, 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await holder.product.picture(page, `compatibility-${name}`)
      const [scroll, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      assert.ok((scroll ?? 0) <= (inner ?? 0), `${name}: ${scroll} > ${inner}`)
    }
  })
})

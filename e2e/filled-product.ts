import type { Page } from 'playwright-core'
import { createPublisherFor, createTokenFor } from '../server/src/operator/publishers.ts'
import { publish } from '../server/test/command-line-client.ts'
import { buildPack } from '../server/test/pack.ts'
import { untilIdle } from './idle.ts'
import { type Product, useProduct } from './product.ts'

const publisherId = 'lumen'
/** The documentation of a pack names it. */
export const modelAddress = 'https://huggingface.co/lumen/soft/resolve/main/mist.safetensors'
export const nodeId = 'soft-blur'
/** A node with more versions than its page shows. */
export const manyVersionsId = 'hard-edges'

/** Every public page, with content. */
export const pages = {
  home: '/',
  search: '/?q=blur',
  nothing: '/?q=zzzzqqqq',
  node: `/nodes/${nodeId}`,
  unclaimed: '/nodes/listed-elsewhere',
  comfyNode: `/nodes/${nodeId}/comfy-nodes/${encodeURIComponent(`${nodeId} Blur`)}`,
  comparePacks: `/compare?packs=${nodeId},${manyVersionsId}`,
  workflows: '/workflows',
  collections: '/collections',
  versions: `/nodes/${manyVersionsId}/versions`,
  version: `/nodes/${nodeId}/versions/1.0.0`,
  source: `/nodes/${nodeId}/versions/1.1.0/source?file=nodes.py`,
  compare: `/nodes/${nodeId}/versions/1.1.0/since/1.0.0`,
  publisher: `/publishers/${publisherId}`,
  tags: '/tags',
  resolve: '/resolve',
  installation: '/installation',
  repository: '/repositories/github.com/lumen/unlisted',
  status: '/status',
  security: '/security',
  advisories: '/advisories',
  howToPublish: '/docs/publish',
  api: '/docs/api?operation=publishVersion',
  login: '/auth/login',
  signup: '/auth/signup',
  missing: '/nodes/nobody-made-this',
} as const

/** Provides a product with content on its pages, shared by all tests of a file. */
export function useFilledProduct(publishMore?: (product: Product) => Promise<void>): { product: Product } {
  return useProduct({}, {}, async (product) => {
    await publishAll(product)
    await publishMore?.(product)
  })
}

async function publishAll({ world, apiUrl }: Product): Promise<void> {
  await createPublisherFor(world.deps, {
    id: publisherId,
    name: 'Lumen',
    description: 'Light and **color**.',
    ownerEmail: 'owner@lumen.test',
  })
  const token = await createTokenFor(world.deps, publisherId, 'pages')
  const release = async (id: string, version: string, files: Record<string, string> = {}) => {
    const archive = buildPack({ id, version, files })
    const node = { name: `The ${id}`, description: 'Blurs pictures softly.', tags: ['blur', 'image'] }
    const nodeVersion = { changelog: `What is new in ${version}.`, dependencies: ['numpy>=1.0'] }
    await publish({ apiUrl, publisherId, nodeId: id, token, version, node, nodeVersion, archive })
    await world.runJobs()
  }
  await release(nodeId, '1.0.0')
  await release(nodeId, '1.1.0', {
    'README.md': '# Soft blur\n\n```python\nx = 1\n```\n',
    'web/ضباب.js': 'let x = 1\n',
    'docs/models.md': `Put [mist](${modelAddress}) into models/upscale_models.\n`,
  })
  await release(manyVersionsId, '1.0.0')
  for (let minor = 1; minor <= 9; minor++)
    await world.given.version({ node_id: manyVersionsId, version: `0.${minor}.0` })
  for (let count = 0; count < 3; count++) await (await fetch(`${apiUrl}/nodes/${nodeId}/install`)).json()
  await world.deps.installs.flush()
  const unclaimed = 'admin-11338bd3-f081-43cf-b3f9-295c829826f7'
  const listed = await world.given.node({ id: 'listed-elsewhere', publisher_id: unclaimed })
  for (const name of ['Fog', 'ضباب']) await world.given.hint(listed.id, name)
}

/** Opens a page and waits until the content read from archives is shown. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  if (path.includes('/source')) await page.locator('.code-lines').waitFor()
  if (path.includes('/since/')) await page.locator('main summary').first().waitFor()
  await untilIdle(page)
}

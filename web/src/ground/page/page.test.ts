import { RegistryRefusal } from '@nodeyard/contract/ground'
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { testSite } from '../site/site.test-support.tsx'
import { siteOfRequest } from '../site/site.ts'
import { pageLoader, type Visit } from './page.ts'
import { isNetworkFailure } from './page-error.ts'

type NodeVisit = Visit<'/nodes/:nodeId'>

function run(load: (visit: NodeVisit) => Promise<unknown>, prepareTexts = async () => {}): Promise<null> {
  const context = new RouterContextProvider()
  context.set(siteOfRequest, { ...testSite(), prepareTexts })
  const loader = pageLoader('/nodes/:nodeId', { namespaces: ['nodes'] }, load)
  return loader({
    context,
    params: { nodeId: 'acme-blur' },
    request: new Request('https://site.test/nodes/acme-blur?days=30'),
  } as unknown as LoaderFunctionArgs)
}

describe('pageLoader', () => {
  it('passes the parameters and the address to the page', async () => {
    const visits: NodeVisit[] = []
    await run(async (visit) => void visits.push(visit))
    expect(visits[0]?.params.nodeId).toBe('acme-blur')
    expect(visits[0]?.url.searchParams.get('days')).toBe('30')
  })

  it('returns nothing, because the data is in the query cache', async () => {
    expect(await run(async () => 'data')).toBeNull()
  })

  it('waits for the texts of the page', async () => {
    const texts = Promise.withResolvers<void>()
    let isDone = false
    const loading = run(
      async () => {},
      () => texts.promise,
    ).then(() => {
      isDone = true
    })
    await Promise.resolve()
    expect(isDone).toBe(false)
    texts.resolve()
    await loading
  })

  it('turns a refusal into a page with its status', async () => {
    const refusal = new RegistryRefusal(403, { error: 'node_banned', message: 'Node Banned' })
    await expect(run(() => Promise.reject(refusal))).rejects.toMatchObject({
      data: { code: 'node_banned' },
      init: { status: 403 },
    })
  })

  it('turns missing texts into a page with 503', async () => {
    const failing = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(run(async () => {}, failing)).rejects.toMatchObject({ init: { status: 503 } })
  })
})

describe('isNetworkFailure', () => {
  it.each([
    'fetch failed',
    'Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
    'Failed to fetch dynamically imported module: https://site.test/assets/a.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
  ])('recognizes %j', (message) => {
    expect(isNetworkFailure(new TypeError(message))).toBe(true)
  })

  it('does not hide bugs', () => {
    expect(isNetworkFailure(new TypeError('undefined is not a function'))).toBe(false)
    expect(isNetworkFailure(new Error('fetch failed'))).toBe(false)
    expect(isNetworkFailure('fetch failed')).toBe(false)
  })
})

import { dehydrate } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { toPageError } from './page-error.ts'
import { forTransport } from './readme-transport.ts'
import { type Site, siteOfRequest } from './site.ts'
import type { Namespace } from './texts.ts'

export interface Visit<Params> {
  site: Site
  params: Params
  url: URL
  signal: AbortSignal
}

type Args<Params> = Pick<LoaderFunctionArgs, 'context' | 'request'> & { params: Params }

/**
 * The two loaders of a page that shows `namespaces` and needs `load` to have filled the query cache. On the
 * server the filled cache travels with the page; in the browser the same `load` runs against the same routes.
 */
export function definePage<Params>(
  namespaces: readonly Namespace[],
  load: (visit: Visit<Params>) => Promise<unknown>,
) {
  const visit = async ({ context, params, request }: Args<Params>) => {
    const site = context.get(siteOfRequest)
    const loaded = load({ site, params, url: new URL(request.url), signal: request.signal })
    await Promise.all([loaded, site.prepareTexts(namespaces)]).catch(toPageError)
    return site
  }
  return {
    handle: { namespaces },
    loader: async (args: Args<Params>) => ({ queries: dehydrate((await visit(args)).queries, forTransport) }),
    clientLoader: async (args: Args<Params>) => {
      await visit(args)
      return {}
    },
  }
}

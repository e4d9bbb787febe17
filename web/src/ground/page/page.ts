import { type LoaderFunctionArgs, useParams } from 'react-router'
import type { ParamsOf } from '../paths/paths.ts'
import { type Site, siteOfRequest } from '../site/site.ts'
import type { Namespace } from '../texts/texts.ts'
import { toPageError } from './page-error.ts'

/** Static properties of a page module. */
export interface PageHandle {
  namespaces: readonly Namespace[]
}

export interface Visit<Path extends string> {
  site: Site
  params: ParamsOf<Path>
  url: URL
}

/**
 * Creates the loader of a page, which fills the query cache and loads the texts. On the server, the cache is
 * sent with the page.
 */
export function pageLoader<Path extends string>(
  _path: Path,
  { namespaces }: PageHandle,
  load: (visit: Visit<Path>) => Promise<unknown>,
) {
  return async ({ context, params, request }: LoaderFunctionArgs): Promise<null> => {
    const site = context.get(siteOfRequest)
    const loaded = load({ site, params: params as ParamsOf<Path>, url: new URL(request.url) })
    await Promise.all([loaded, site.prepareTexts(namespaces)]).catch(toPageError)
    return null
  }
}

export function usePageParams<Path extends string>(_path: Path): ParamsOf<Path> {
  return useParams() as ParamsOf<Path>
}

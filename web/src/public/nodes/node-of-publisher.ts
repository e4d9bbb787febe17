import { type LoaderFunctionArgs, redirect } from 'react-router'
import { links } from '../../ground/paths/links.ts'

/** Redirects to the node's only address, which does not depend on its publisher. */
export function loader({ params, request }: LoaderFunctionArgs): never {
  const { search } = new URL(request.url)
  throw redirect(links.node(params['nodeId'] ?? '') + search, 308)
}

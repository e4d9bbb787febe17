import { type LoaderFunctionArgs, redirect } from 'react-router'
import { links } from '../../ground/paths/links.ts'

/** A node has one address, whoever owns it. */
export function loader({ params, request }: LoaderFunctionArgs): never {
  const { search } = new URL(request.url)
  throw redirect(links.node(params['nodeId'] ?? '') + search, 308)
}

import * as comfyNodes from './comfy-nodes.ts'
import * as nodes from './nodes.ts'
import * as publishers from './publishers.ts'
import type { Route } from './route.ts'
import * as tokens from './tokens.ts'
import * as users from './users.ts'
import * as versions from './versions.ts'

/** Every route of the registry, by the name of its object in the contract. */
export const routes: Readonly<Record<string, Route>> = Object.fromEntries(
  [users, publishers, tokens, nodes, versions, comfyNodes].flatMap((module) =>
    Object.entries(module).filter((entry): entry is [string, Route] => isRoute(entry[1])),
  ),
)

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

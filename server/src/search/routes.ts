import * as contract from '@nodeyard/contract/nodes'
import { type App, mount } from '../http/mount.ts'
import { searchNodes } from './search.ts'

const keptSeconds = 60

export function mountSearch(app: App): void {
  mount(app, contract.searchNodes, ({ actor, query }) => searchNodes(app.deps, actor, query), {
    seconds: keptSeconds,
    tags: () => ['nodes'],
  })
}

import { fallbackLocale, isLocale, type Locale } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import {
  categories,
  evidenceValues,
  healths,
  maxDays,
  nodeStates,
  notStated,
  searchSorts,
  sizes,
  workflowKinds,
} from '@nodeyard/contract/packs'
import { paths, pathTo } from './paths.ts'
import {
  choiceField,
  countField,
  flagField,
  pageField,
  type SearchOf,
  textField,
  writeSearch,
} from './search-params.ts'

const shortText = textField(limits.listItemLength)
export const homeSearch = {
  q: textField(limits.searchLength),
  category: choiceField(['', ...categories]),
  os: shortText,
  gpu: shortText,
  tag: shortText,
  license: shortText,
  state: choiceField(['', ...nodeStates]),
  /** Limits the results to nodes whose comfy-nodes are known. */
  nodes: flagField,
  /** Only nodes that ship workflows. */
  examples: flagField,
  /** Limits the results to nodes that changed within this number of days; 0 for all. */
  days: countField(maxDays),
  /** Limits the results to nodes with a commit within this number of days; 0 for all. */
  committed: countField(maxDays),
  python: shortText,
  tool: shortText,
  size: choiceField(['', ...sizes]),
  health: choiceField(['', ...healths]),
  evidence: choiceField(['', ...evidenceValues, notStated]),
  sort: choiceField(searchSorts),
  view: choiceField(['rows', 'cards']),
  /** Which results are listed. */
  kind: choiceField(['packs', 'nodes', 'workflows']),
  page: pageField,
}
export type HomeSearch = SearchOf<typeof homeSearch>

export const pageSearch = { page: pageField }
export type PageSearch = SearchOf<typeof pageSearch>

export const workflowsSearch = {
  q: textField(limits.searchLength),
  kind: choiceField(['', ...workflowKinds]),
  /** Name of a comfy-node. */
  uses: textField(limits.comfyNodeNameLength),
  /** Id of a pack whose nodes they use. */
  pack: textField(limits.nodeIdLength),
  page: pageField,
}
export type WorkflowsSearch = SearchOf<typeof workflowsSearch>

const pathLength = 1024

/** The selected file in the archive. */
export const sourceSearch = { file: textField(pathLength) }
type SourceSearch = SearchOf<typeof sourceSearch>

/** The expanded operation. */
export const apiSearch = { operation: textField(limits.nameLength) }
type ApiSearch = SearchOf<typeof apiSearch>

/** Sections of the node pages. */
export const sections = {
  readme: 'readme',
  comfyNodes: 'comfy-nodes',
  workflows: 'workflows',
  compatibility: 'compatibility',
  trust: 'trust',
  versions: 'versions',
  dependencies: 'dependencies',
  worksWith: 'works-with',
  capabilities: 'capabilities',
  changelog: 'changelog',
} as const
export type Section = (typeof sections)[keyof typeof sections]

/**
 * Addresses within the site, without the language. The router adds it to links; {@link inLocale} adds it to
 * addresses outside the router.
 */
export const links = {
  home: (search: Partial<HomeSearch> = {}) => paths.home + writeSearch(homeSearch, search),
  node: (nodeId: string, search: Partial<PageSearch> = {}) =>
    pathTo(paths.node, { nodeId }) + writeSearch(pageSearch, search),
  versions: (nodeId: string) => pathTo(paths.versions, { nodeId }),
  version: (nodeId: string, version: string, search: Partial<PageSearch> = {}) =>
    pathTo(paths.version, { nodeId, version }) + writeSearch(pageSearch, search),
  source: (nodeId: string, version: string, search: Partial<SourceSearch> = {}) =>
    pathTo(paths.source, { nodeId, version }) + writeSearch(sourceSearch, search),
  compare: (nodeId: string, before: string, after: string) =>
    pathTo(paths.compare, { nodeId, version: after, before }),
  /** Browsers remove the names `.` and `..` from a path, so these lead to the section that shows all. */
  comfyNode: (nodeId: string, comfyNodeName: string) =>
    /^\.{1,2}$/.test(comfyNodeName)
      ? `${pathTo(paths.node, { nodeId })}#${sections.comfyNodes}`
      : pathTo(paths.comfyNode, { nodeId, comfyNodeName }),
  workflow: (nodeId: string, version: string, place: number) =>
    pathTo(paths.workflow, { nodeId, version, place: String(place) }),
  workflows: (search: Partial<WorkflowsSearch> = {}) =>
    paths.workflows + writeSearch(workflowsSearch, search),
  collections: (search: Partial<PageSearch> = {}) => paths.collections + writeSearch(pageSearch, search),
  collection: (collectionId: string) => pathTo(paths.collection, { collectionId }),
  publisher: (publisherId: string, search: Partial<PageSearch> = {}) =>
    pathTo(paths.publisher, { publisherId }) + writeSearch(pageSearch, search),
  tags: () => paths.tags,
  resolve: () => paths.resolve,
  /** @param key host, owner and name */
  repository: (key: string, commit = '') =>
    `/repositories/${key.split('/').map(encodeURIComponent).join('/')}${commit && `@${commit}`}`,
  installation: () => paths.installation,
  status: () => paths.status,
  security: () => paths.security,
  advisories: (search: Partial<PageSearch> = {}) => paths.advisories + writeSearch(pageSearch, search),
  advisory: (advisoryId: string) => pathTo(paths.advisory, { advisoryId }),
  apiDocs: (search: Partial<ApiSearch> = {}) => paths.apiDocs + writeSearch(apiSearch, search),
  login: (fromUrl: string) => `${paths.login}?${new URLSearchParams({ fromUrl })}`,
  signup: (fromUrl: string) => `${paths.signup}?${new URLSearchParams({ fromUrl })}`,
  logout: () => paths.logout,
  resetPassword: () => paths.resetPassword,
  mailedAction: (fromUrl: string) =>
    fromUrl ? `${paths.mailedAction}?${new URLSearchParams({ fromUrl })}` : paths.mailedAction,
  account: () => paths.account,
  ownNodes: () => paths.ownNodes,
  /** The parameter selects the page that follows once the publisher exists. */
  createPublisher: (goOn?: 'guide') =>
    paths.createPublisher + (goOn ? `?${new URLSearchParams({ for: goOn })}` : ''),
  managePublisher: (publisherId: string) => pathTo(paths.managePublisher, { publisherId }),
  publisherTokens: (publisherId: string) => pathTo(paths.publisherTokens, { publisherId }),
  trustedPublishing: (publisherId: string) => pathTo(paths.trustedPublishing, { publisherId }),
  claimNode: (nodeId: string) => pathTo(paths.claimNode, { nodeId }),
  howToPublish: () => paths.howToPublish,
  admin: () => paths.admin,
} as const

/** Adds the language to a path: English has no prefix, the others are the first segment. */
export function inLocale(locale: Locale, path: string): string {
  if (locale === fallbackLocale) return path
  return `/${locale}${/^\/(?=$|[?#])/.test(path) ? path.slice(1) : path}`
}

/** The router's base path in a language. */
export function basePathOf(locale: Locale): string {
  return locale === fallbackLocale ? '/' : `/${locale}`
}

/** Returns the language prefix of a path, if it has one. */
export function localeInPath(path: string): Locale | undefined {
  const first = path.split('/')[1]
  return isLocale(first) ? first : undefined
}

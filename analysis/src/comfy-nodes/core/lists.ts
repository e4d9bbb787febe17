/** Names that a list gives to the tool. */
export interface NamedNodes {
  names: string[]
  /** Whether the list has all comfy-nodes of one release. */
  isComplete: boolean
}

const longestName = 500
/** Packages of the tool that register comfy-nodes, as `python_module` names them. */
const toolModule = /^(nodes$|comfy_extras\.|comfy_api_nodes\.|custom_nodes\.websocket_image_save$)/
const toolRepository = /^https?:\/\/github\.com\/(comfyanonymous|comfy-org)\/comfyui(\.git)?\/?$/i
/** Comfy-nodes of the tool's own tests. */
const ofTests = /^(Test|Stub)[A-Z]/

/**
 * Reads the response of the tool's `object_info`, the in-app manager's map of repositories to names, or a plain list of
 * names, which can be the member `names` of an object. Returns undefined for anything else.
 */
export function readCoreJson(value: unknown): NamedNodes | undefined {
  const listed = Array.isArray(value) ? value : isObject(value) ? value['names'] : undefined
  if (isListOfNames(listed)) return { names: sorted(listed.filter(isKept)), isComplete: false }
  if (!isObject(value)) return undefined
  const entries = Object.entries(value)
  const ofTool = entries.filter(([address]) => toolRepository.test(address))
  if (ofTool.length > 0)
    return {
      names: sorted(ofTool.flatMap(([, entry]) => namesOfMap(entry)).filter(isKept)),
      isComplete: false,
    }
  const isInfo = entries.length > 0 && entries.every(([, info]) => isObject(info) && 'input' in info)
  if (!isInfo) return undefined
  const own = entries.filter(([, info]) => toolModule.test(moduleOf(info)))
  // Old releases do not say which module a comfy-node comes from.
  if (own.length === 0) return undefined
  return { names: sorted(own.map(([name]) => name).filter(isName)), isComplete: true }
}

/** Reads the names of the folders of the tool's documentation: one folder for each comfy-node. */
export function readCoreDocuments(
  paths: readonly string[],
  known: ReadonlySet<string>,
): NamedNodes | undefined {
  const names = new Set(
    paths.flatMap((path) => /(?:^|\/)docs\/([^/]+)\/[a-z]{2}(?:-[A-Za-z]{2})?\.mdx?$/.exec(path)?.[1] ?? []),
  )
  if (names.size === 0) return undefined
  // Some folders differ from the name in letter case.
  const inLowercase = new Set([...known].map((name) => name.toLowerCase()))
  const kept = [...names].filter((name) => known.has(name) || !inLowercase.has(name.toLowerCase()))
  return { names: sorted(kept.filter(isKept)), isComplete: false }
}

function namesOfMap(entry: unknown): string[] {
  const [names] = Array.isArray(entry) ? entry : []
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

function moduleOf(info: unknown): string {
  const module = isObject(info) ? info['python_module'] : undefined
  return typeof module === 'string' ? module : ''
}

const isListOfNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string')
const isName = (name: string) => name !== '' && name.length <= longestName
const isKept = (name: string) => isName(name) && !ofTests.test(name)
const sorted = (names: readonly string[]) => [...new Set(names)].sort()
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

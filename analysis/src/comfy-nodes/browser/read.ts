import { compareText } from '../../ground/finding.ts'
import { type ComfyNode, nameIsPossible, type Undecided } from '../comfy-node.ts'
import { emptyComfyNode } from '../describe.ts'
import { type Registration, Registrations, type Scripts } from './registrations.ts'
import { readScript, type Script } from './script-names.ts'

/** Longer scripts are bundles, mostly of other projects. */
const browserScript = 1_000_000
const browserScripts = 4_000_000
const longestText = 5_000

export interface BrowserNodes {
  comfyNodes: ComfyNode[]
  undecided: Undecided[]
}

/**
 * Reads the comfy-nodes that exist only in the browser: scripts of the pack add them to the tool's page. `isServed`
 * returns whether the page loads a script.
 */
export function readBrowserNodes(
  scripts: ReadonlyMap<string, string>,
  isServed: (path: string) => boolean,
  known: ReadonlySet<string>,
): BrowserNodes {
  const served = [...scripts.keys()].filter(isServed).sort(compareText)
  return toNodes(new Registrations(new PackScripts(scripts, served)).all(), known)
}

/** Each script is parsed when it is first needed. */
class PackScripts implements Scripts {
  readonly #texts: ReadonlyMap<string, string>
  readonly #served: readonly string[]
  readonly #read = new Map<string, Script | undefined>()
  #letters = 0

  constructor(texts: ReadonlyMap<string, string>, served: readonly string[]) {
    this.#texts = texts
    this.#served = served
  }

  where(test: (text: string) => boolean): Script[] {
    return this.#served.flatMap((path) => (test(this.#texts.get(path) ?? '') ? (this.at(path) ?? []) : []))
  }

  read(): Script[] {
    return [...this.#read.values()].filter((script) => script !== undefined)
  }

  at(path: string): Script | undefined {
    if (!this.#read.has(path)) this.#read.set(path, this.#parse(path))
    return this.#read.get(path)
  }

  #parse(path: string): Script | undefined {
    const text = this.#texts.get(path)
    if (text === undefined || text.length > browserScript) return undefined
    if (this.#letters + text.length > browserScripts) return undefined
    this.#letters += text.length
    return readScript(path, text)
  }
}

function toNodes(found: readonly Registration[], known: ReadonlySet<string>): BrowserNodes {
  const nodes = new Map<string, ComfyNode>()
  const undecided: Undecided[] = []
  for (const each of found) {
    const place = { file: each.script.path, line: each.line }
    if (each.name === undefined || !nameIsPossible(each.name)) {
      const reason = 'The script adds a comfy-node to the page under a name that the text leaves open.'
      undecided.push({ subject: 'browser_nodes', ...place, reason })
    } else if (!known.has(each.name) && !nodes.has(each.name))
      nodes.set(each.name, toNode(each.name, each, place))
  }
  return { comfyNodes: [...nodes.values()], undecided }
}

/** The page shows the last part of a name without a title, and takes the parts before it for the category. */
function toNode(
  name: string,
  { title, category, description }: Registration,
  source: { file: string; line: number },
): ComfyNode {
  const folder = category ?? (name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : undefined)
  return {
    ...emptyComfyNode(name, false),
    source,
    browser_script: source.file,
    ...(title === undefined ? {} : { display_name: title.slice(0, longestText) }),
    ...(folder === undefined ? {} : { category: folder.slice(0, longestText) }),
    ...(description === undefined ? {} : { description: description.slice(0, longestText) }),
  }
}

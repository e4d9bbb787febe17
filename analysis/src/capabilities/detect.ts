import type { Node } from 'web-tree-sitter'
import { compareText } from '../scan/finding.ts'
import type { Call, PythonFacts } from '../scan/python-facts.ts'
import { commandOf, programOf, startsProcess } from '../scan/rules/process.ts'
import { type Capability, type CapabilityKind, capabilityKinds } from './capability.ts'

/** One piece of evidence, before pieces about the same thing are put together. */
export interface Observation {
  kind: CapabilityKind
  subject: string
  file: string
  line: number
}

/** Enough places to look at; a pack with more of the same is not better understood by all of them. */
const evidencePerCapability = 20

export function observe(facts: PythonFacts): Observation[] {
  return facts.calls.flatMap((call) => {
    const seen = networkOf(facts, call) ?? processOf(facts, call) ?? routeOf(facts, call)
    return seen ? [{ ...seen, file: facts.path, line: call.line }] : []
  })
}

type Seen = Pick<Observation, 'kind' | 'subject'>

const requestCall =
  /^(requests|httpx)(\.\w+\(\))?\.(get|post|put|patch|delete|head|request|stream)$|(^|\.)(urlopen|urlretrieve|download_url_to_file|load_file_from_url)$|^aiohttp\.ClientSession\(\)\.\w+$|^(websocket|websockets)\.(create_connection|connect)$/
const hubCall = /(^|\.)(hf_hub_download|snapshot_download)$/

function networkOf(facts: PythonFacts, call: Call): Seen | undefined {
  if (hubCall.test(call.name)) return { kind: 'network', subject: 'huggingface.co' }
  if (call.name === 'torch.hub.load') return { kind: 'network', subject: 'github.com' }
  if (!requestCall.test(call.name)) return undefined
  const candidates = [...call.args.slice(0, 2), call.keywords.get('url')].flatMap((node) => node ?? [])
  return {
    kind: 'network',
    subject: candidates.map((node) => hostIn(facts, node)).find((host) => host !== '') ?? '',
  }
}

/** The host of an address that is written out, in the call or in the constant that it names. */
function hostIn(facts: PythonFacts, node: Node): string {
  const text = facts.constantOf(node) ?? facts.textOf(node)
  const written = node.type === 'identifier' ? (facts.constantNamed(text) ?? '') : text
  return (
    /(?:https?|wss?|ftp):\/\/([a-z0-9][a-z0-9.-]*[a-z0-9])(?=[/:?#"'\s]|$)/i
      .exec(written)?.[1]
      ?.toLowerCase() ?? ''
  )
}

function processOf(facts: PythonFacts, call: Call): Seen | undefined {
  if (startsProcess(call)) return { kind: 'process', subject: programOf(commandOf(facts, call)) }
  return /^pip(\._internal(\.\w+)*)?\.main$/.test(call.name) ? { kind: 'process', subject: 'pip' } : undefined
}

/** `@PromptServer.instance.routes.get("/path")` */
function routeOf(facts: PythonFacts, { name, args }: Call): Seen | undefined {
  const method =
    /(?:^|\.)routes\.(get|post|put|patch|delete|view|static)$/.exec(name)?.[1] ??
    /\.router\.add_(get|post|put|delete|static|route)$/.exec(name)?.[1]
  const path = args[0] ? facts.constantOf(args[0]) : undefined
  return method
    ? { kind: 'server_route', subject: path === undefined ? '' : `${method.toUpperCase()} ${path}` }
    : undefined
}

/** One capability for each kind and subject, in a fixed order. */
export function toCapabilities(observations: readonly Observation[]): Capability[] {
  const grouped = new Map<string, Capability>()
  for (const { kind, subject, file, line } of observations) {
    const key = `${kind} ${subject}`
    const capability = grouped.get(key) ?? { kind, subject, evidence: [] }
    grouped.set(key, capability)
    capability.evidence.push({ file, line })
  }
  const capabilities = [...grouped.values()]
  for (const capability of capabilities) {
    capability.evidence.sort((a, b) => compareText(a.file, b.file) || a.line - b.line)
    capability.evidence.splice(evidencePerCapability)
  }
  return capabilities.sort(
    (a, b) =>
      capabilityKinds.indexOf(a.kind) - capabilityKinds.indexOf(b.kind) || compareText(a.subject, b.subject),
  )
}

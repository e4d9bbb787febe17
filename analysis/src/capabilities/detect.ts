import { argumentOf, type CodeFacts, commandOf, isProgramStart, programOf } from '../scan/code-facts.ts'
import { compareText } from '../scan/finding.ts'
import type { Call } from '../scan/flow/flow.ts'
import { hostOf } from '../scan/flow/hosts.ts'
import { names } from '../scan/flow/names.ts'
import { fullTexts, has } from '../scan/flow/values.ts'
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

export function observe(facts: CodeFacts): Observation[] {
  return facts.calls.flatMap((call) =>
    seenIn(call).map((seen) => ({ ...seen, file: facts.path, line: call.line })),
  )
}

type Seen = Pick<Observation, 'kind' | 'subject'>

function seenIn(call: Call): Seen[] {
  return [networkOf, processOf, routeOf, writeOf, environmentOf].flatMap((look) => look(call))
}

const requestCall = names(
  /^(requests|httpx)(\.\w+\(\))?\.(get|post|put|patch|delete|head|request|stream)$|(^|\.)urlopen$|^aiohttp\.ClientSession\(\)\.\w+$|^websockets?\.(create_connection|connect)$|^(fetch|axios(\.\w+)?|navigator\.sendBeacon|WebSocket|XMLHttpRequest\(\)\.open)$|^http\.client\.HTTPS?Connection$|^socket\.(socket\(\)\.connect|create_connection)$/,
)
const downloadCall = names(
  /(^|\.)(urlretrieve|download_url_to_file|load_file_from_url|load_state_dict_from_url)$|^(wget|gdown)\.\w+$/,
)
const hubCall = /(^|\.)(hf_hub_download|snapshot_download)$/

function networkOf(call: Call): Seen[] {
  const isDownload = downloadCall.test(call.name)
  const atInstall = (subject: string): Seen[] =>
    call.isAtImport && subject !== '' ? [{ kind: 'install_download', subject }] : []
  if (hubCall.test(call.name))
    return [{ kind: 'download', subject: 'huggingface.co' }, ...atInstall('huggingface.co')]
  if (call.name === 'torch.hub.load')
    return [{ kind: 'download', subject: 'github.com' }, ...atInstall('github.com')]
  if (!isDownload && !requestCall.test(call.name)) return []
  const host = addressedHost(call)
  // A page that asks the tool's own server contacts nobody.
  const isOwn = /^(fetch|XMLHttpRequest)/.test(call.name) && host === ''
  if (isOwn) return []
  return [{ kind: isDownload ? 'download' : 'network', subject: host }, ...atInstall(host)]
}

/** The host of an address that is written out. */
function addressedHost(call: Call): string {
  const candidates = [...call.args.slice(0, 2), argumentOf(call, -1, 'url')].flatMap((value) => value ?? [])
  const texts = candidates.flatMap((value) => [...value.texts, ...(value.items?.[0]?.texts ?? [])])
  const named = /HTTPS?Connection$|\.connect$|create_connection$/.test(call.name)
    ? texts.filter((text) => /^[\w.-]+$/.test(text))
    : []
  return texts.map(hostOf).find((host) => host !== '') ?? named[0]?.toLowerCase() ?? ''
}

function processOf(call: Call): Seen[] {
  const program = isProgramStart(call)
    ? programOf(commandOf(call))
    : /^pip(\._internal(\.\w+)*)?\.main$/.test(call.name)
      ? 'pip'
      : undefined
  if (program === undefined) return []
  const isInstalling = call.isAtImport && /^(pip3?|python\S*|git|npm|conda|uv)$/.test(program)
  return [
    { kind: 'process', subject: program },
    ...(isInstalling ? [{ kind: 'install_download' as const, subject: program }] : []),
  ]
}

/** `@PromptServer.instance.routes.get("/path")` */
function routeOf(call: Call): Seen[] {
  const method =
    /(?:^|\.)routes\.(get|post|put|patch|delete|view|static)$/.exec(call.name)?.[1] ??
    /\.router\.add_(get|post|put|delete|static|route)$/.exec(call.name)?.[1]
  if (!method) return []
  const [path] = call.args[0] ? fullTexts(call.args[0]) : []
  return [{ kind: 'server_route', subject: path === undefined ? '' : `${method.toUpperCase()} ${path}` }]
}

const outside = /^(~|[A-Za-z]:[\\/]|\/|%\w+%)/

function writeOf(call: Call): Seen[] {
  const isOpen = /(^|\.)open$/.test(call.name) && /[wax+]/.test(argumentOf(call, 1, 'mode')?.texts[0] ?? '')
  const isMethod = /\.(write_text|write_bytes)$/.test(call.name)
  const isCopy = /^(shutil\.(copy\w*|move)|os\.(rename|replace|symlink))$/.test(call.name)
  const place = isOpen ? call.args[0] : isMethod ? call.receiver : isCopy ? call.args[1] : undefined
  const [text] = (place?.texts ?? []).filter((one) => outside.test(one))
  return text === undefined
    ? []
    : [{ kind: 'file_write', subject: text.replaceAll('\u0000', '…').slice(0, 200) }]
}

function environmentOf(call: Call): Seen[] {
  if (/^os\.(getenv|environ\.(get|pop))$/.test(call.name)) {
    const [name] = call.args[0] ? fullTexts(call.args[0]) : []
    return [{ kind: 'environment', subject: name ?? '' }]
  }
  const isWhole =
    /^os\.environ\.(copy|items|values)$/.test(call.name) ||
    call.args.some((value) => value.names.includes('os.environ') && has(value, 'environment'))
  return isWhole ? [{ kind: 'environment', subject: '*' }] : []
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

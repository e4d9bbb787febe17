import { compareText } from '../../ground/finding.ts'
import {
  argumentOf,
  type CodeFacts,
  commandOf,
  isProgramStart,
  programOf,
} from '../../scan/flow/code-facts.ts'
import type { Call } from '../../scan/flow/flow.ts'
import { hostOf } from '../../scan/flow/hosts.ts'
import { type Names, names } from '../../scan/flow/names.ts'
import { packFolder } from '../../scan/flow/tool-places.ts'
import { fullTexts, has, type Value } from '../../scan/flow/values.ts'
import { type Capability, type CapabilityKind, capabilityKinds } from './capability.ts'

/** One piece of evidence, before evidence for the same capability is merged. */
export interface Observation {
  kind: CapabilityKind
  subject: string
  file: string
  line: number
}

/** More evidence than this does not help a reader. */
const evidencePerCapability = 20

/** Collects the evidence for capabilities in one file of code. */
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
  /^(requests|httpx)(\.\w+\(\))?\.(get|post|put|patch|delete|head|request|stream)$|(^|\.)(urlopen|URLopener\(\)\.open|build_opener\(\)\.open)$|^urllib3(\.\w+\(\))?\.request$|^aiohttp\.(ClientSession\(\)\.\w+|request)$|^websockets?\.(create_connection|connect)$|^(fetch|axios(\.\w+)?|navigator\.sendBeacon|WebSocket|XMLHttpRequest\(\)\.open)$|^http\.client\.HTTPS?Connection$|^socket\.(socket\(\)\.connect|create_connection)$/,
)
const downloadCall = names(
  /(^|\.)(urlretrieve|download_url_to_file|load_file_from_url|load_state_dict_from_url)$|^(wget|gdown)\.\w+$/,
)
const hubCall = /(^|\.)(hf_hub_download|snapshot_download)$/

/** Clients that have a default service address, and can be given another one. */
const services: readonly [Names, string][] = [
  [names(/^openai\.(Async)?OpenAI$/), 'api.openai.com'],
  [names(/^anthropic\.(Async)?Anthropic$/), 'api.anthropic.com'],
  [
    names(/^google\.(genai\.Client|generativeai\.(configure|GenerativeModel))$/),
    'generativelanguage.googleapis.com',
  ],
  [names(/^replicate\.(run|Client)$/), 'api.replicate.com'],
  [names(/^fal_client\.(run|submit|subscribe|upload\w*)$/), 'fal.run'],
]

function networkOf(call: Call): Seen[] {
  const isDownload = downloadCall.test(call.name)
  const atInstall = (subject: string): Seen[] =>
    call.isAtImport && subject !== '' ? [{ kind: 'install_download', subject }] : []
  if (hubCall.test(call.name))
    return [{ kind: 'download', subject: 'huggingface.co' }, ...atInstall('huggingface.co')]
  if (call.name === 'torch.hub.load')
    return [{ kind: 'download', subject: 'github.com' }, ...atInstall('github.com')]
  const service = services.find(([client]) => client.test(call.name))?.[1]
  if (service !== undefined) {
    const subject = call.keywords.has('base_url') ? addressedHost(call) : service
    return [{ kind: 'network', subject }, ...atInstall(subject)]
  }
  if (!isDownload && !requestCall.test(call.name)) return []
  const host = addressedHost(call)
  // A page that calls the tool's own server contacts no other host.
  const isOwn = /^(fetch|XMLHttpRequest)/.test(call.name) && host === ''
  if (isOwn) return []
  return [{ kind: isDownload ? 'download' : 'network', subject: host }, ...atInstall(host)]
}

/** Returns the host of a literal address. */
function addressedHost(call: Call): string {
  const candidates = [...call.args.slice(0, 2), argumentOf(call, -1, 'url', 'base_url')].flatMap(
    (value) => value ?? [],
  )
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

const addsRoute = names(
  /(^|\.)routes\.(get|post|put|patch|delete|head|view|static|route)$|\.router\.add_(get|post|put|patch|delete|head|view|static|route)$|^aiohttp\.web\.(get|post|put|patch|delete|head|view|static|route)$/,
)

/** `@PromptServer.instance.routes.get("/path")`, `app.router.add_get("/path", …)`, `web.get("/path", …)` */
function routeOf({ name, args }: Call): Seen[] {
  if (!addsRoute.test(name)) return []
  const kind = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('_')) + 1)
  // `route(method, path, …)` takes the method first.
  const [path, method] = kind === 'route' ? [args[1], args[0]?.texts[0]] : [args[0], kind]
  const [text] = path ? fullTexts(path) : []
  const subject = text === undefined ? '' : `${(method ?? '*').toUpperCase()} ${text}`
  return [{ kind: 'server_route', subject }]
}

const outside = /^(~|[A-Za-z]:[\\/]|\/|%\w+%)/

/** Calls that write, create or remove the file named by an argument: its position and its keyword. */
const writers: readonly [Names, number, ...string[]][] = [
  [names(/^(shutil\.(copy\w*|move)|os\.(rename|replace|symlink|link))$/), 1, 'dst'],
  [names(/^(os\.(mkdir|makedirs|remove|unlink|rmdir|removedirs)|shutil\.rmtree)$/), 0, 'name', 'path'],
  [names(/^(torch\.save|safetensors\.torch\.save_file)$/), 1, 'f', 'filename'],
  [names(/^((numpy|np)\.save\w*|cv2\.imwrite|imageio\.\w*(imwrite|mimsave)|torchaudio\.save)$/), 0],
  [names(/^(soundfile|sf)\.write$/), 0, 'file'],
  [names(/(^|\.)(urlretrieve|download_url_to_file)$/), 1, 'filename', 'dst'],
  [names(/(^|\.)(hf_hub_download|snapshot_download)$/), -1, 'local_dir', 'cache_dir'],
  [names(/\.(extractall|save|save_pretrained|to_csv|to_json)$/), 0, 'path', 'fp', 'save_directory'],
  [names(/^shutil\.unpack_archive$/), 1, 'extract_dir'],
]

const writesToReceiver = names(/\.(write_text|write_bytes|mkdir|touch|unlink|rmdir|symlink_to)$/)
const opens = names(/(^|\.)open$|^zipfile\.ZipFile$/)

function writeOf(call: Call): Seen[] {
  const [text] = (writtenPlace(call)?.texts ?? []).filter(
    (one) => outside.test(one) && !one.startsWith(packFolder),
  )
  return text === undefined
    ? []
    : [{ kind: 'file_write', subject: text.replaceAll('\u0000', '…').slice(0, 200) }]
}

function writtenPlace(call: Call): Value | undefined {
  const { name } = call
  if (opens.test(name))
    return /[wax+]/.test(argumentOf(call, 1, 'mode')?.texts[0] ?? '')
      ? argumentOf(call, 0, 'file')
      : undefined
  if (writesToReceiver.test(name)) return call.receiver
  const writer = writers.find(([calls]) => calls.test(name))
  return writer && argumentOf(call, ...(writer.slice(1) as [number, ...string[]]))
}

function environmentOf(call: Call): Seen[] {
  if (/^os\.(getenv|environ\.(get|pop|__getitem__))$/.test(call.name)) {
    const [name] = call.args[0] ? fullTexts(call.args[0]) : []
    return [{ kind: 'environment', subject: name ?? '' }]
  }
  const isWhole =
    /^os\.environ\.(copy|items|values)$/.test(call.name) ||
    call.args.some((value) => value.names.includes('os.environ') && has(value, 'environment'))
  return isWhole ? [{ kind: 'environment', subject: '*' }] : []
}

/** Merges observations into one capability for each kind and subject, in a fixed order. */
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

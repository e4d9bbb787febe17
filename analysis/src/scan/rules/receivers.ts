import type { Hit } from '../../ground/finding.ts'
import { type CodeFacts, commandOf, isProgramStart } from '../flow/code-facts.ts'
import type { Call } from '../flow/flow.ts'
import { outerHostOf } from '../flow/hosts.ts'
import type { Value } from '../flow/values.ts'

/** Keywords with the address of a service. */
const addressWords =
  /^(url|uri|base_url|api_base|endpoint(_url)?|azure_endpoint|server_url|host(name)?|address)$/

/** Whether a call makes a client of the service at an address. */
export function makesClient({ keywords }: Call): boolean {
  for (const name of keywords.keys()) if (addressWords.test(name)) return true
  return false
}

/** Returns the hosts of other machines that a call reaches, as far as the source names them. */
export function receiverHosts(call: Call, { calls }: Pick<CodeFacts, 'calls'>): string[] {
  if (isProgramStart(call)) return hostsIn(commandOf(call))
  const named = [...call.keywords].flatMap(([name, value]) => (addressWords.test(name) ? [value] : []))
  const [first, second] = call.args
  const given = [first, second, ...named, call.receiver].filter((value) => value !== undefined)
  const found = given.flatMap(({ texts }) => texts.map(outerHostOf))
  // A pair of host and port, and a name that is looked up.
  for (const one of [...given, ...connectedTo(call, calls)])
    found.push(
      ...(one.items?.[0]?.texts ?? []).map((host) => outerHostOf(`tcp://${host}`)),
      ...one.texts.map(outerHostOf),
    )
  if (/gethostby|getaddrinfo|resolve/.test(call.name)) found.push(...(first?.texts ?? []).map(lookedUpHost))
  return found.filter((host) => host !== '')
}

/** Addresses in calls of the file that make or connect objects like the receiver. */
function connectedTo({ receiver }: Call, calls: readonly Call[]): Value[] {
  const made = new Set(receiver.names.flatMap((name) => [name.replace(/\(\)$/, ''), `${name}.connect`]))
  return calls.flatMap(({ name, args: [first] }) => (made.has(name) && first ? [first] : []))
}

/** Data that is sent with a looked-up name comes before a known domain. */
function lookedUpHost(text: string): string {
  const known = text.slice(text.lastIndexOf('\u0000') + 1).replace(/^\./, '')
  return /^[\w-]+(\.[\w-]+)+$/.test(known) ? known : ''
}

function hostsIn(command: string): string[] {
  return command
    .split(/[\s"']+/)
    .map(outerHostOf)
    .filter((host) => host !== '')
}

/** The services of the tool's own makers. */
export const toolServices = ['comfy.org']

/** Where the in-app manager is asked to install something. Source: its API. */
const managerInstall =
  /\/(v2\/)?(customnode\/install(\/(git_url|pip))?|manager\/queue\/(install|batch|task)|externalmodel\/install)\b/

/** Describes a request to the in-app manager to install something; undefined for any other request. */
export function managerRequest(values: readonly Value[]): Omit<Hit, 'line'> | undefined {
  if (!values.some(({ texts }) => texts.some((text) => managerInstall.test(text)))) return undefined
  const parts = values.flatMap((value) => [value, ...(value.fields?.values() ?? [])])
  return parts.some(({ texts }) => texts.some((text) => outerHostOf(text) !== ''))
    ? { message: 'Makes the manager install a repository of its choice.', severity: 'high' }
    : { message: 'Makes the manager install something.' }
}

/** The hosts that a credential is for, by the name of its variable. */
const hostsOfCredentials: readonly [RegExp, readonly string[]][] = [
  [/^%(HF_TOKEN|HUGGING_?FACE_HUB_TOKEN)%$/, ['huggingface.co', 'hf.co', 'hf-mirror.com']],
  [/^%(GITHUB_TOKEN|GH_TOKEN)%$/, ['github.com', 'githubusercontent.com']],
  [/^%OPENAI_\w+%$/, ['openai.com', 'azure.com']],
  [/^%ANTHROPIC_\w+%$/, ['anthropic.com', 'amazonaws.com', 'googleapis.com']],
  [/^%AWS_\w+%$/, ['amazonaws.com']],
  [/^%COMFY_KEY%$/, toolServices],
]

/** Whether a credential, or a text with it, goes to a host that it is not for. */
export function isMisdirected(value: Value, host: string): boolean {
  const parts = [...(value.fields?.values() ?? []), ...(value.items ?? [])]
  return (
    value.texts.some((text) =>
      text
        .split(/\s+/)
        .some((word) =>
          hostsOfCredentials.some(([name, hosts]) => name.test(word) && !isUnderOne(host, hosts)),
        ),
    ) || parts.some((part) => isMisdirected(part, host))
  )
}

export function isUnderOne(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

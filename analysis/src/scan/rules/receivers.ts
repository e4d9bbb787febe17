import type { Hit } from '../../ground/finding.ts'
import type { Call } from '../flow/flow.ts'
import { outerHostOf } from '../flow/hosts.ts'
import type { Value } from '../flow/values.ts'

/** The address of another machine that is written in the source. */
export function writtenHost(call: Call): string {
  const addresses = [...call.args.slice(0, 2), call.keywords.get('url'), call.receiver]
  return (
    addresses
      .flatMap((value) => value?.texts ?? [])
      .map(outerHostOf)
      .find((host) => host !== '') ?? ''
  )
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

import { limits } from '@nodeyard/contract/limits'
import type { AddressKey } from '../../ground/address-key.ts'
import { fetchPublicFile, internet, type Network } from '../../ground/outbound/public-file.ts'
import { FairLimiter } from '../../ground/threads/fair-limiter.ts'

/** Fetches workflow files that are hosted elsewhere. Returns undefined for files that are unreachable. */
export interface WorkflowFiles {
  /** Readers take turns. */
  get(address: string, reader: AddressKey): Promise<Buffer | undefined>
}

/** Used where the registry must not contact other hosts. */
export const noWorkflowFiles: WorkflowFiles = { get: async () => undefined }

const maxAtOnce = 4
const maxWaiting = 40
const timeoutMs = 20_000

export function workflowFiles(network: Network = internet): WorkflowFiles {
  const turns = new FairLimiter({ atOnce: maxAtOnce, waiting: maxWaiting })
  return {
    get: (address, reader) =>
      turns
        .run(reader, () =>
          fetchPublicFile(network, fileAddress(address), {
            accept: 'application/json, image/*, video/*, */*;q=0.5',
            maxBytes: limits.fetchedWorkflowBytes,
            signal: AbortSignal.timeout(timeoutMs),
          }),
        )
        .catch(() => undefined),
  }
}

/** Pages about a file by their host, and how the host and path of the file itself differ. */
const pages: ReadonlyMap<string, { path: RegExp; becomes: string; at: string }> = new Map([
  [
    'github.com',
    { path: /^(\/[^/]+\/[^/]+)\/(?:blob|raw)\//, becomes: '$1/', at: 'raw.githubusercontent.com' },
  ],
  [
    'gist.github.com',
    { path: /^(\/[^/]+\/[0-9a-f]+)\/?$/, becomes: '$1/raw', at: 'gist.githubusercontent.com' },
  ],
  ['huggingface.co', { path: /\/blob\//, becomes: '/resolve/', at: 'huggingface.co' }],
  ['pastebin.com', { path: /^\/(\w+)\/?$/, becomes: '/raw/$1', at: 'pastebin.com' }],
  ['gitlab.com', { path: /\/-\/blob\//, becomes: '/-/raw/', at: 'gitlab.com' }],
])

/** Converts the address of a page about a file on a known host to the address of the file. */
export function fileAddress(address: string): string {
  const { hostname = '', pathname = '' } = URL.parse(address) ?? {}
  const page = pages.get(hostname.replace(/^www\./, ''))
  if (!page?.path.test(pathname)) return address
  return `https://${page.at}${pathname.replace(page.path, page.becomes)}`
}

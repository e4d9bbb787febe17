import { limits } from '@nodeyard/contract/limits'
import { FairLimiter } from '../../ground/http/fair-limiter.ts'
import { fetchPublicFile, internet, type Network } from '../../ground/outbound/public-file.ts'

/** Fetches workflow files that are hosted elsewhere. Returns undefined for files that are unreachable. */
export interface WorkflowFiles {
  /** `reader` is the network address that wants the file; readers take turns. */
  get(address: string, reader: string): Promise<Buffer | undefined>
}

/** Used where the registry must not contact other hosts. */
export const noWorkflowFiles: WorkflowFiles = { get: async () => undefined }

const mostAtOnce = 4
const mostWaiting = 40
const timeoutMs = 20_000

export function workflowFiles(network: Network = internet): WorkflowFiles {
  const turns = new FairLimiter({ atOnce: mostAtOnce, waiting: mostWaiting })
  return {
    get: (address, reader) =>
      turns
        .run(reader, () =>
          fetchPublicFile(network, fileAddress(address), {
            accept: 'application/json, image/*, video/*, */*;q=0.5',
            mostBytes: limits.fetchedWorkflowBytes,
            signal: AbortSignal.timeout(timeoutMs),
          }),
        )
        .catch(() => undefined),
  }
}

/** Addresses of pages about a file, and where the file itself is. */
const pages: readonly [RegExp, string][] = [
  [
    /^https?:\/\/(?:www\.)?github\.com\/([^/]+)\/([^/]+)\/(?:blob|raw)\/([^?#]+).*$/,
    'https://raw.githubusercontent.com/$1/$2/$3',
  ],
  [/^https?:\/\/(?:www\.)?huggingface\.co\/(.+?)\/blob\/([^?#]+).*$/, 'https://huggingface.co/$1/resolve/$2'],
  [
    /^https?:\/\/gist\.github\.com\/([^/]+)\/([0-9a-f]+)\/?(?:[?#].*)?$/,
    'https://gist.githubusercontent.com/$1/$2/raw',
  ],
  [/^https?:\/\/(?:www\.)?pastebin\.com\/(\w+)\/?$/, 'https://pastebin.com/raw/$1'],
  [/^https?:\/\/gitlab\.com\/(.+?)\/-\/blob\/([^?#]+).*$/, 'https://gitlab.com/$1/-/raw/$2'],
]

/** Converts the address of a page about a file on a known host to the address of the file. */
export function fileAddress(address: string): string {
  const found = pages.find(([form]) => form.test(address))
  return found ? address.replace(found[0], found[1]) : address
}

import type { Finding } from '@nodeyard/analysis/ground'
import { nodesLost, readReleaseFacts } from '@nodeyard/analysis/inspection'
import { getNode, listVersionComfyNodes } from '@nodeyard/contract/packs'
import { type Options, textsIn } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { type Asking, asker } from '../pack/ask.ts'
import { loadParser, type OpenPack } from '../pack/open-pack.ts'
import { withReasons } from '../pack/why-missing.ts'
import { registryAt } from '../registry/registry.ts'

export interface ReleaseOptions {
  /** Rules whose certain failures do not stop the release. */
  allowed?: readonly string[] | undefined
  /** Asks the user whether the version may be published in spite of its failures. */
  mayPublish?: ((lines: readonly string[]) => Promise<boolean>) | undefined
}

interface Release {
  folder: string
  apiUrl: string
  nodeId: string
  signal: AbortSignal | undefined
}

/** Stops before anything is sent if the release certainly lacks something. Returns the rules that the author passed over. */
export async function assertComplete(
  { files }: OpenPack,
  { allowed = [], mayPublish }: ReleaseOptions,
  release: Release,
): Promise<string[]> {
  const facts = await readReleaseFacts(files, await loadParser())
  const lost = facts.has_no_nodes ? await lostNodes(release) : undefined
  const all = [...facts.findings, ...(lost ? [lost] : [])]
  const passed = all.filter(({ rule }) => allowed.includes(rule)).map(({ rule }) => rule)
  const stopping = all.filter(({ rule }) => !allowed.includes(rule))
  const [first] = stopping
  if (!first) return [...new Set(passed)]
  const lines = (await withReasons(release.folder, stopping, facts.missing_files)).flatMap(linesOf)
  if (await mayPublish?.(lines)) return [...new Set(all.map(({ rule }) => rule))]
  const rules = [...new Set(stopping.map(({ rule }) => rule))]
  throw new CliError(
    'release_incomplete',
    { options: rules.map((rule) => `--allow ${rule}`).join(' ') },
    { code: first.rule, details: lines },
  )
}

function linesOf({ rule, message, fix, file_path: file = '', line_number: line }: Finding): string[] {
  return [`${file}${line === undefined ? '' : `:${line}`} ${message} (${rule})`, `  ${fix}`]
}

/** Compares with the version that users have. A new pack has lost nothing. */
async function lostNodes({ apiUrl, nodeId, signal }: Release): Promise<Finding | undefined> {
  const registry = registryAt(apiUrl.replace(/\/$/, ''))
  const call = { signal }
  try {
    const { latest_version: latest } = await registry.call(getNode, { params: { nodeId } }, call)
    if (!latest) return undefined
    const { version } = latest
    const page = { params: { nodeId, version }, query: { limit: 1 } }
    const { totalNumberOfPages: count } = await registry.call(listVersionComfyNodes, page, call)
    return count > 0 ? nodesLost({ version, count }) : undefined
  } catch (error) {
    if (error instanceof CliError && error.code === 'node_not_found') return undefined
    throw error
  }
}

/** Reads the options for certain failures. On a terminal, each release with some needs an answer. */
export const releaseOptionsOf = (context: Asking, options: Options): ReleaseOptions => ({
  allowed: textsIn(options, 'allow'),
  mayPublish: asker(context, 'publish_anyway_question'),
})

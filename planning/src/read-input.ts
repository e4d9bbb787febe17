import { type Installation, LockRefusal } from '@nodeyard/analysis/installations'
import type { Graph } from '@nodeyard/analysis/workflow'
import type { Registry } from '@nodeyard/contract/ground'
import { type Given, type GivenFile, isFile, type Resolved, resolveWorkflow } from './resolve.ts'
import { fromInstallation, together, toWanted, type Wanted } from './wanted.ts'

export interface ReadInput {
  /** Everything in all files. */
  wanted: Wanted
  /** Locks, snapshots and listings. */
  installations: Installation[]
  graphs: Graph[]
  /** Workflows and texts. */
  resolved: Resolved[]
}

const maxTextBytes = 5_000_000

/** Reads files and pasted texts. Looks up only the names that are in workflows. */
export async function readInput(registry: Registry, input: readonly Given[]): Promise<ReadInput> {
  const installations: Installation[] = []
  const workflows: Given[] = []
  for (const one of input) {
    const installation = await readAsInstallation(one)
    if (installation) installations.push(installation)
    else workflows.push(one)
  }
  // Resolved together, the workflows share one version of each pack.
  const resolved = workflows.length > 0 ? [await resolveWorkflow(registry, workflows)] : []
  return {
    wanted: together([...installations.map(fromInstallation), ...resolved.map(toWanted)]),
    installations,
    graphs: resolved.flatMap(({ graphs }) => graphs),
    resolved,
  }
}

/** Returns undefined for a workflow, a picture, or an error text. */
async function readAsInstallation(one: Given): Promise<Installation | undefined> {
  if (typeof one !== 'string' && !isFile(one)) return undefined
  if (typeof one !== 'string' && (one.size > maxTextBytes || !(await isText(one)))) return undefined
  const { readInstallation } = await import('@nodeyard/analysis/installations')
  try {
    return readInstallation(typeof one === 'string' ? one : await textOf(one))
  } catch (error) {
    // Other JSON can be a workflow. Its reader says why it is not.
    if (
      error instanceof LockRefusal &&
      (error.problem === 'unknown_format' || error.problem === 'broken') &&
      error.place === ''
    )
      return undefined
    throw error
  }
}

/** Pictures and films have control characters in their first bytes. */
async function isText(file: GivenFile): Promise<boolean> {
  const head = await file.read(0, Math.min(file.size, 32))
  return !head.some((byte) => byte < 9 || (byte > 13 && byte < 32))
}

const textOf = async (file: GivenFile): Promise<string> =>
  new TextDecoder().decode(await file.read(0, file.size))

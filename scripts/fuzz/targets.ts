import assert from 'node:assert/strict'
import {
  ArchiveRefusal,
  filesOfArchive,
  filesOfRecord,
  openArchive,
  verifyContents,
} from '@nodeyard/analysis/archive'
import { checkWorkflow, compareVersions, usesOf } from '@nodeyard/analysis/comfy-nodes'
import { packRequirements } from '@nodeyard/analysis/facts'
import { parseJson } from '@nodeyard/analysis/ground'
import {
  type Inspection,
  inspectionLimits,
  inspectPack,
  type PythonParser,
} from '@nodeyard/analysis/inspection'
import { LockRefusal, readInstallation } from '@nodeyard/analysis/installations'
import { readManifest } from '@nodeyard/analysis/manifest'
import { modelsOf } from '@nodeyard/analysis/models'
import { WorkflowRefusal } from '@nodeyard/analysis/workflow'
import { readWorkflow } from '@nodeyard/analysis/workflow-reader'
import { checkPacks, linux } from '../../analysis/src/requirements/solver/index.test-support.ts'
import type { Chance } from '../../bench/data/chance.ts'
import { makeArchive } from './archives.ts'
import { makeInstallation } from './locks.ts'
import { makeManifest } from './manifests.ts'
import { changePack, makePack } from './python.ts'
import { makeProblem, makeRequirement } from './requirements.ts'
import { makeWorkflowFile, makeWorkflowText } from './workflows.ts'

/** A reader of untrusted input, and the properties that hold for any input. */
export interface Target {
  name: string
  /** Generates one case and runs it. Throws when a property is violated. */
  run(random: Chance, parser: PythonParser): Promise<void>
}

/** High enough to be useful, and low enough for thousands of cases. */
const limits = { ...inspectionLimits, evaluation: { ...inspectionLimits.evaluation, steps: 100_000 } }

export const targets: readonly Target[] = [
  { name: 'archive', run: runArchive },
  { name: 'manifest', run: async (random) => assertPlain(readManifest(makeManifest(random))) },
  { name: 'python', run: runPython },
  { name: 'comparison', run: runComparison },
  { name: 'workflow', run: runWorkflow },
  { name: 'requirements', run: runRequirements },
  { name: 'lock', run: runLock },
]

async function runRequirements(random: Chance): Promise<void> {
  const file = random.list(20, () => makeRequirement(random)).join('\n')
  const texts = new Map([
    ['requirements.txt', file],
    ['other.txt', `-r requirements.txt\n${file}`],
  ])
  assertPlain(packRequirements({ texts, stated: [], scripts: [] }))
  const { packs, packages } = makeProblem(random)
  const check = () =>
    checkPacks(packs, packages, { machine: { ...linux, accelerator: 'cpu' }, steps: 20_000 })
  const results = [check(), check()]
  assertPlain(results[0])
  assert.equal(JSON.stringify(results[0]), JSON.stringify(results[1]), 'the same problem has the same answer')
}

/** Everything that is read consists of plain values, and names nothing outside its folder. */
async function runLock(random: Chance): Promise<void> {
  try {
    const read = readInstallation(makeInstallation(random))
    assertPlain(read)
    for (const { folder = 'a' } of read.packs) assert(!/[\\/\0]|^\.\.?$/.test(folder), folder)
    for (const { folder, name } of read.models) assert(!`${folder}/${name}`.split('/').includes('..'))
  } catch (error) {
    if (!(error instanceof LockRefusal)) throw error
  }
}

async function runArchive(random: Chance, parser: PythonParser): Promise<void> {
  const bytes = makeArchive(random)
  try {
    const archive = await openArchive(sourceOf(bytes))
    await verifyContents(archive)
    assertPlain(await inspectPack(filesOfArchive(archive), parser, { limits }))
  } catch (error) {
    if (!(error instanceof ArchiveRefusal)) throw error
  }
}

function sourceOf(bytes: Uint8Array) {
  return {
    size: bytes.byteLength,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  }
}

async function runPython(random: Chance, parser: PythonParser): Promise<void> {
  const files = makePack(random)
  const [first, second] = [await inspectFiles(files, parser), await inspectFiles(files, parser)]
  assertPlain(first)
  assert.equal(JSON.stringify(first), JSON.stringify(second), 'the same pack gives the same inspection')
  const names = first.comfy_nodes.map((node) => node.comfy_node_name)
  assert.equal(new Set(names).size, names.length, 'a name is listed once')
}

function inspectFiles(files: Record<string, string>, parser: PythonParser): Promise<Inspection> {
  return inspectPack(filesOfRecord(files), parser, { limits })
}

async function runComparison(random: Chance, parser: PythonParser): Promise<void> {
  const files = makePack(random)
  const before = await inspectFiles(files, parser)
  const after = await inspectFiles(changePack(random, files), parser)
  assert.deepEqual(compareVersions(before, before).changes, [], 'a version does not differ from itself')
  const comparison = compareVersions(before, after)
  assertPlain(comparison)
  const uses = usesOf(parseJson(makeWorkflowText(random))) ?? []
  assertPlain(checkWorkflow(uses, comparison, before.comfy_nodes))
}

async function runWorkflow(random: Chance): Promise<void> {
  try {
    const workflow = await readWorkflow(sourceOf(makeWorkflowFile(random)))
    assertPlain(workflow)
    const models = modelsOf(workflow.graphs)
    assertPlain(models)
    for (const { name, folder = '' } of models) assert(!`${folder}/${name}`.split('/').includes('..'), name)
  } catch (error) {
    if (!(error instanceof WorkflowRefusal)) throw error
  }
}

/** Asserts that the result survives a round trip through JSON. */
function assertPlain(value: unknown): void {
  assert.deepEqual(JSON.parse(JSON.stringify(value)), value)
}

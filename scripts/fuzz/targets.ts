import assert from 'node:assert/strict'
import { openArchive, verifyContents } from '@nodeyard/analysis/archive/reader'
import { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import { compareVersions } from '@nodeyard/analysis/compare/versions'
import { checkWorkflow } from '@nodeyard/analysis/compare/workflow'
import { usesOf } from '@nodeyard/analysis/compare/workflow-uses'
import { type Inspection, inspectPack } from '@nodeyard/analysis/inspect'
import { LockRefusal } from '@nodeyard/analysis/lock/installation'
import { readInstallation } from '@nodeyard/analysis/lock/read'
import { readManifest } from '@nodeyard/analysis/manifest/read'
import { modelsOf } from '@nodeyard/analysis/models/from-workflow'
import { filesOfArchive, filesOfRecord } from '@nodeyard/analysis/pack-files'
import { inspectionLimits } from '@nodeyard/analysis/pack-texts'
import type { PythonParser } from '@nodeyard/analysis/python/parser'
import { packRequirements } from '@nodeyard/analysis/requirements/pack'
import { Budget } from '@nodeyard/analysis/solver/budget'
import { checkRequirements } from '@nodeyard/analysis/solver/check'
import { parseJson } from '@nodeyard/analysis/workflow/json'
import { readWorkflow } from '@nodeyard/analysis/workflow/read'
import { WorkflowRefusal } from '@nodeyard/analysis/workflow/refusal'
import type { Chance } from '../../bench/data/chance.ts'
import { makeArchive } from './archives.ts'
import { makeInstallation } from './locks.ts'
import { makeManifest } from './manifests.ts'
import { changePack, makePack } from './python.ts'
import { type MadeProblem, makeProblem, makeRequirement } from './requirements.ts'
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
  const problem = makeProblem(random)
  const results = [checkMade(problem), checkMade(problem)]
  assertPlain(results[0])
  assert.equal(JSON.stringify(results[0]), JSON.stringify(results[1]), 'the same problem has the same answer')
}

function checkMade({ packs, packages }: MadeProblem) {
  const index = new Map(
    Object.entries(packages).map(([name, versions]) => [
      name,
      { name, versions: Object.entries(versions).map(([version, requires]) => ({ version, requires })) },
    ]),
  )
  return checkRequirements({
    participants: Object.entries(packs).map(([id, lines]) => ({
      id,
      lines: lines.map((text) => ({ text })),
    })),
    index: { find: (name) => index.get(name) },
    rules: { machine: { python: '3.12', os: 'linux', architecture: 'x86_64', accelerator: 'cpu' } },
    budget: new Budget(20_000),
  })
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

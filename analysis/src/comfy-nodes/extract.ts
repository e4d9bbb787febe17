import { defined } from '../ground/defined.ts'
import { ignoreFiles, type OnFile } from '../ground/progress.ts'
import { type EvaluationLimits, Exhausted, evaluationLimits } from '../python/budget.ts'
import { Evaluator, type MissingModule } from '../python/evaluator.ts'
import { callWith } from '../python/machine.ts'
import { native } from '../python/operators.ts'
import { dependsOnMachine, insidePack, type Project } from '../python/project.ts'
import { PythonError, PythonSyntaxError } from '../python/python-error.ts'
import type { StatementsOf } from '../python/syntax.ts'
import {
  type ClassValue,
  type DictValue,
  isList,
  isUndecided,
  keyOf,
  type ModuleValue,
  type Place,
  str,
  type Value,
} from '../python/values.ts'
import { describeClassic } from './classic.ts'
import { folderInCode } from './code-folders.ts'
import { type ComfyNode, nameIsPossible, type Undecided } from './comfy-node.ts'
import { Doubts, emptyComfyNode, placeOf, reasonOf, resultOf } from './describe.ts'
import { modelInputsOf } from './model-inputs.ts'
import { nodeListPath, readNodeList } from './node-list.ts'
import { describeSchema, hasSchema, schemaOf, schemaText } from './schema.ts'

export interface Extraction {
  comfyNodes: ComfyNode[]
  undecided: Undecided[]
  /** The folder of front-end scripts, relative to the pack. */
  webDirectory?: string
  /** Imports that fail for certain while the tool loads the pack, unless something makes the modules. */
  missing: MissingModule[]
  /** Python refuses a file that the pack always loads. */
  isRefused: boolean
  /** It has no comfy-nodes for certain: code that was not followed cannot add any. */
  hasNone: boolean
}

/** More of them tell nothing new. */
const maxCuts = 10

const undefinedNodes = 'Neither NODE_CLASS_MAPPINGS nor comfy_entrypoint is defined in the text.'

const hasNone = ({ comfyNodes, undecided }: Extraction): boolean =>
  comfyNodes.length === 0 &&
  undecided.every(({ subject, reason }) => subject !== 'nodes' || reason === undefinedNodes)

const root: Place = { file: '__init__.py', line: 1 }

/**
 * Finds the comfy-nodes that the tool would register when it loads this pack, as far as the code alone tells.
 */
export function extractComfyNodes(
  project: Project,
  statementsOf: StatementsOf,
  limits: EvaluationLimits = evaluationLimits,
  onFile: OnFile = ignoreFiles,
): Extraction {
  const evaluator = new Evaluator(project, statementsOf, limits, onFile)
  const extraction: Extraction = {
    comfyNodes: [],
    undecided: [],
    missing: [],
    isRefused: false,
    hasNone: false,
  }
  const open = (reason: string, at: Place = root) =>
    extraction.undecided.push({ subject: 'nodes', ...at, reason })
  if (!project.isFile('__init__.py')) {
    open('There is no __init__.py at the top of the pack, so the tool loads nothing from it.')
    extraction.hasNone = true
    return extraction
  }
  const { module, isRefused } = loadRoot(evaluator, open)
  // Functions that are followed later run after the loading.
  extraction.missing.push(...evaluator.missing)
  extraction.isRefused = isRefused
  if (isRefused) return extraction
  for (const { reason, at } of evaluator.failures)
    open(`The code fails while it is loaded: ${reason}. What follows is taken to run.`, at)
  for (const at of evaluator.cuts.slice(0, maxCuts))
    open('Takes longer to run than is followed. What comes after it is taken to run.', at)
  const found = module ?? evaluator.startedRoot()
  if (found) readRoot(evaluator, found, extraction, open)
  extraction.hasNone = module?.isComplete === true && hasNone(extraction)
  if (extraction.undecided.some((each) => each.subject === 'nodes')) addListed(project, extraction)
  return extraction
}

/** A syntax error in the root file makes the tool skip the whole pack, whatever it defined before. */
function loadRoot(
  evaluator: Evaluator,
  open: (reason: string, at?: Place) => void,
): { module?: ModuleValue; isRefused: boolean } {
  let isRefused = false
  const module = attempt(() => {
    try {
      return evaluator.runRoot()
    } catch (error) {
      isRefused = error instanceof PythonSyntaxError
      throw error
    }
  }, open)
  return { ...defined({ module: module || undefined }), isRefused }
}

/** Adds the names in the owner's own list when the code leaves the mapping open. */
function addListed(project: Project, extraction: Extraction): void {
  const text = project.text(nodeListPath)
  const known = new Set(extraction.comfyNodes.map((node) => node.comfy_node_name))
  const listed = (text === undefined ? undefined : readNodeList(text)) ?? []
  for (const node of currentOf(project, listed)) {
    if (known.has(node.comfy_node_name)) continue
    extraction.comfyNodes.push(node)
    const reason = 'is known from the owner’s list only'
    extraction.undecided.push({
      comfy_node_name: node.comfy_node_name,
      subject: 'class',
      file: nodeListPath,
      line: 1,
      reason,
    })
  }
}

/** Where the code mentions most names of the list, the others are those of an earlier version. */
function currentOf(project: Project, listed: readonly ComfyNode[]): readonly ComfyNode[] {
  if (listed.length === 0) return listed
  const texts = [...codeBelow(project, '', 0)]
  const mentioned = listed.filter(({ comfy_node_name: name }) => texts.some((text) => text.includes(name)))
  return mentioned.length * 2 > listed.length ? mentioned : listed
}

const deepestFolder = 12

function* codeBelow(project: Project, folder: string, depth: number): Generator<string> {
  for (const name of project.list(folder) ?? []) {
    const path = folder === '' ? name : `${folder}/${name}`
    if (name.endsWith('.py')) yield project.text(path) ?? ''
    else if (depth < deepestFolder && project.isFolder(path)) yield* codeBelow(project, path, depth + 1)
  }
}

/** Runs a step, and notes an exceeded budget or an error of the pack instead of throwing. */
function attempt<Result>(run: () => Result, note: (reason: string) => void): Result | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof Exhausted) note(`Following the code takes more ${error.limit} than allowed.`)
    else if (error instanceof PythonError) note(`The code fails while it is loaded: ${error.message}.`)
    // This is a safety net below the counted limits, because the depth of the stack differs between machines.
    else if (error instanceof RangeError) note('The code nests too deeply to be followed.')
    else throw error
    return undefined
  }
}

/** The tool looks for a mapping first, and only without one for the newer entry point. */
function readRoot(
  evaluator: Evaluator,
  module: ModuleValue,
  extraction: Extraction,
  open: (reason: string, at?: Place) => void,
): void {
  const names = module.scope.names
  const web = names.get('WEB_DIRECTORY')
  if (web?.kind === 'str') {
    const folder = dependsOnMachine(web.value) ? insidePack(web.value) : web.value
    if (folder !== undefined) extraction.webDirectory = folder
  }
  const mapping = native(names.get('NODE_CLASS_MAPPINGS') ?? { kind: 'none' })
  const entryPoint = names.get('comfy_entrypoint')
  const added = evaluator.toolMapping('NODE_CLASS_MAPPINGS')
  // A pack can add its classes to the mapping of the tool itself.
  if (added.entries.size > 0) {
    const shown = evaluator.toolMapping('NODE_DISPLAY_NAME_MAPPINGS')
    readMapping(
      evaluator,
      added,
      shown.entries.size > 0 ? shown : names.get('NODE_DISPLAY_NAME_MAPPINGS'),
      extraction,
      open,
    )
    if (mapping === added || mapping.kind === 'none') return
  }
  if (mapping === added) return
  if (mapping.kind === 'dict')
    readMapping(evaluator, mapping, names.get('NODE_DISPLAY_NAME_MAPPINGS'), extraction, open)
  else if (mapping.kind !== 'none') open(`NODE_CLASS_MAPPINGS ${reasonOf(mapping)}.`, placeOf(mapping))
  else if (entryPoint) readEntryPoint(evaluator, entryPoint, extraction, open)
  else open(undefinedNodes)
}

function readMapping(
  evaluator: Evaluator,
  mapping: DictValue,
  displayNames: Value | undefined,
  extraction: Extraction,
  open: (reason: string, at?: Place) => void,
): void {
  if (mapping.open) open(`NODE_CLASS_MAPPINGS ${mapping.open.reason}.`, mapping.open.at)
  for (const { key, value, at, isConditional } of mapping.entries.values()) {
    const name = native(key)
    if (name.kind !== 'str' || dependsOnMachine(name.value) || !nameIsPossible(name.value)) {
      open('A comfy-node has a name that is not a known text.', at)
      continue
    }
    if (isConditional && value.kind !== 'class') {
      open(`${name.value} is perhaps a comfy-node: its value ${reasonOf(value)}.`, at)
      continue
    }
    const node = describe(evaluator, { name: name.value, value, isConditional, at }, extraction)
    const found = displayNameOf(displayNames, name.value)
    const shown = typeof found === 'object' ? (shippedName(found) ?? found) : found
    if (typeof shown === 'string') node.display_name = shown
    else if (shown)
      extraction.undecided.push({
        comfy_node_name: name.value,
        subject: 'display_name',
        ...(placeOf(shown) ?? at),
        reason: reasonOf(shown),
      })
  }
}

/** A name that depends on the language or a setting: the English one that the pack ships, or else the first. */
function shippedName(value: Value): string | undefined {
  if (value.kind !== 'unknown' || !value.texts) return undefined
  const texts = value.texts.filter((text) => !dependsOnMachine(text))
  return texts.find((text) => /^[\x20-\x7e]+$/.test(text)) ?? texts[0]
}

/** Returns the shown name of a comfy-node, or the value that leaves it open. */
function displayNameOf(displayNames: Value | undefined, name: string): string | Value | undefined {
  const mapping = displayNames ? native(displayNames) : undefined
  if (!mapping || mapping.kind === 'none') return undefined
  if (mapping.kind !== 'dict') return isUndecided(mapping) ? mapping : undefined
  const entry = mapping.entries.get(keyOf(str(name)) ?? '')
  const value = native(entry?.value ?? mapping.open ?? { kind: 'none' })
  if (value.kind === 'str') return dependsOnMachine(value.value) ? undefined : value.value
  return isUndecided(value) ? value : undefined
}

/** An entry of the mapping of comfy-nodes. */
interface Registration {
  name: string
  value: Value
  isConditional: boolean
  at: Place
}

function describe(
  evaluator: Evaluator,
  { name, value, isConditional, at }: Registration,
  extraction: Extraction,
): ComfyNode {
  const node = emptyComfyNode(name, isConditional)
  const doubts = new Doubts(name, value.kind === 'class' ? value.at : at)
  if (value.kind === 'class') {
    node.class_name = value.name
    node.source = { ...value.at }
    attempt(
      () => describeClass(evaluator, value, node, doubts),
      (reason) => doubts.note('class', reason, value.at),
    )
  } else doubts.note('class', reasonOf(value), placeOf(value) ?? at)
  extraction.comfyNodes.push(node)
  extraction.undecided.push(...doubts.found)
  return node
}

function describeClass(evaluator: Evaluator, cls: ClassValue, node: ComfyNode, doubts: Doubts): void {
  if (hasSchema(evaluator, cls)) {
    const schema = schemaOf(evaluator, cls, doubts)
    if (schema) describeSchema(schema, node, doubts)
  } else describeClassic(evaluator, cls, node, doubts)
  const inputs = modelInputsOf([node])
  if (inputs.length > 0 && inputs.every(({ folders }) => folders.length === 0))
    Object.assign(node, defined({ model_folders: folderInCode(evaluator, cls) }))
}

/** `comfy_entrypoint()` returns an extension, whose `get_node_list()` returns the classes. */
function readEntryPoint(
  evaluator: Evaluator,
  entryPoint: Value,
  extraction: Extraction,
  open: (reason: string, at?: Place) => void,
): void {
  const classes = attempt(() => {
    const extension = resultOf(evaluator, entryPoint)
    if (extension.kind !== 'instance') return extension
    return evaluator.awaited(evaluator.call(evaluator.attribute(extension, 'get_node_list'), callWith([])))
  }, open)
  if (!classes) return
  if (!isList(classes)) {
    open(`The list of the extension ${reasonOf(classes)}.`, placeOf(classes))
    return
  }
  if (classes.open) open(`The list of the extension ${classes.open.reason}.`, classes.open.at)
  for (const value of classes.items) readListed(evaluator, value, classes.maybe.has(value), extraction, open)
}

function readListed(
  evaluator: Evaluator,
  value: Value,
  isConditional: boolean,
  extraction: Extraction,
  open: (reason: string, at?: Place) => void,
): void {
  const schema = value.kind === 'class' ? attempt(() => schemaOf(evaluator, value), open) : undefined
  const name = schema ? schemaText(schema, 'node_id', 0) : undefined
  if (
    value.kind !== 'class' ||
    !schema ||
    name === undefined ||
    dependsOnMachine(name) ||
    !nameIsPossible(name)
  ) {
    const what = value.kind === 'class' ? `The class ${value.name}` : 'An item of the extension’s list'
    open(`${what} has no name that the text settles.`, value.kind === 'class' ? value.at : placeOf(value))
    return
  }
  describe(evaluator, { name, value, isConditional, at: value.at }, extraction)
}

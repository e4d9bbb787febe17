export type { ComfyNode, ComfyNodeInput } from './comfy-nodes/comfy-node.ts'
export type { Change, ChangeKind, Verdict } from './comfy-nodes/compare/change.ts'
export { fromStored } from './comfy-nodes/compare/declared.ts'
export { findMisfits, type Misfit } from './comfy-nodes/compare/fit.ts'
export { widgetsOf } from './comfy-nodes/compare/inputs.ts'
export {
  type ComparedVersion,
  compareVersions,
  type VersionComparison,
} from './comfy-nodes/compare/versions.ts'
export { type Breakage, checkWorkflow } from './comfy-nodes/compare/workflow.ts'
export { usesOf, type WorkflowUse } from './comfy-nodes/compare/workflow-uses.ts'
export { type Affix, affixesOf, packKey, repositoryOfName, shortKey } from './comfy-nodes/core/affixes.ts'
export { type CoreNode, isGroupNode, isToolId, knownCoreNodes } from './comfy-nodes/core/core-nodes.ts'
export { type NamedNodes, readCoreDocuments, readCoreJson } from './comfy-nodes/core/lists.ts'
export {
  knownReleases,
  type StoredReleases,
  withoutRelease,
  withRelease,
} from './comfy-nodes/core/releases.ts'
export { isToolVersion } from './comfy-nodes/core/versions.ts'
export { emptyComfyNode } from './comfy-nodes/describe.ts'
export { findLookAlikes, type LookAlike } from './comfy-nodes/look-alikes/find.ts'
export type { Likeness } from './comfy-nodes/look-alikes/likeness.ts'
export { type ComfyNodeBox, type Output, type Socket, toBox, type Widget } from './comfy-nodes/preview/box.ts'
export { type Palette, type SocketKind, socketKindOf } from './comfy-nodes/preview/palette.ts'
export { fitted, plain } from './comfy-nodes/preview/text.ts'
export { translateBox } from './comfy-nodes/preview/translate.ts'
export { knownReplacements } from './comfy-nodes/replacements/known.ts'
export {
  type Replacement,
  readReplacement,
  readReplacements,
} from './comfy-nodes/replacements/replacement.ts'
export { type Rewritten, rewriteWorkflow } from './comfy-nodes/replacements/rewrite.ts'

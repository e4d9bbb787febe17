export { logicalLines, readRequirementLine } from './requirements/lines.ts'
export { evaluateMarker, type MarkerEnvironment, normalName } from './requirements/marker.ts'
export {
  complement,
  contains,
  everything,
  intersection,
  intersectionOfAll,
  isEmpty,
  isPin,
  nothing,
  type Operator,
  operators,
  rangeOf,
  rangeOfAll,
  type Specifier,
  type VersionRange,
} from './requirements/ranges.ts'
export { leadingName, maxRequirementLength, readRequirement } from './requirements/requirement.ts'
export { Budget } from './requirements/solver/budget.ts'
export type { CandidateRules } from './requirements/solver/candidates.ts'
export {
  type CheckResult,
  type Conflict,
  checkRequirements,
  usualSteps,
  verdictOf,
} from './requirements/solver/check.ts'
export { environmentOf, type Machine } from './requirements/solver/machine.ts'
export { ContradictionFinder } from './requirements/solver/minimal.ts'
export type { IndexedPackage, IndexedVersion, PackageIndex } from './requirements/solver/package-index.ts'
export {
  type Participant,
  readParticipants,
  type StatedLine,
  type Unknown,
} from './requirements/solver/participant.ts'
export { maxIndexedVersions, Slice, sliceIn, writeSliceLine } from './requirements/solver/slice.ts'
export type { Outcome } from './requirements/solver/solve.ts'
export { compareVersions, readVersion, type Version } from './requirements/versions.ts'

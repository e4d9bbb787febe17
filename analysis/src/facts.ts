export { type Capability, capabilityKinds } from './facts/capabilities/capability.ts'
export { capabilityDifference } from './facts/capabilities/difference.ts'
export { type FileHash, hashFiles, type PackHashes } from './facts/fingerprint/file-hashes.ts'
export { type FileFingerprint, fingerprintPack } from './facts/fingerprint/fingerprint.ts'
export { bandsOf, similarityOf } from './facts/fingerprint/sketch.ts'
export { type Grounds, groundsOfText } from './facts/grounds/grounds.ts'
export { changedInterface } from './facts/interfaces/changed-interfaces.ts'
export { beside, type PackRequirement, packRequirements } from './facts/pack-requirements.ts'
export { hasTests } from './facts/traits/has-tests.ts'
export { pythonVersionsIn } from './facts/traits/python-versions.ts'
export {
  type HubRepository,
  type ListedModel,
  modelsWithAddress,
  readDocument,
  readHubFiles,
  readHubRepositories,
  readModelList,
} from './workflow/models/list.ts'

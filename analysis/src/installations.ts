export { isCompared, sha256 } from './facts/fingerprint/fingerprint.ts'
export {
  type Installation,
  type InstalledPack,
  type LockedModel,
  LockRefusal,
  maxInstallationLength,
  type PythonPin,
} from './lock/installation.ts'
export { readInstallation } from './lock/read.ts'

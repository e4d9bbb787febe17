export {
  type Downloader,
  desktopSnapshot,
  freezeOf,
  isPinned,
  managerSnapshot,
  modelCommands,
} from './lock/commands.ts'
export { isLock, type Lock, type LockedPack, lockFileName, readLock, writeLock } from './lock/lock-file.ts'
export {
  commitOf,
  compact,
  fileNameOf,
  modelOf,
  packageNameOf,
  packFolderOf,
  pinVersionOf,
  repositoryOf,
  versionOf,
} from './lock/parts.ts'

export { archiveLimits } from './archive/limits.ts'
export { NameRules } from './archive/names.ts'
export {
  filesOfArchive,
  filesOfRecord,
  type PackFile,
  type PackFiles,
  reportReads,
} from './archive/pack-files.ts'
export { type Archive, openArchive, openPackArchive, verifyContents } from './archive/reader.ts'
export { ArchiveRefusal, isRefusalCode } from './archive/refusal.ts'
export { type ArchiveSource, sourceOfBytes, sourceOfFile } from './archive/source.ts'

export { decodeText } from './ground/decode.ts'
export {
  compareFindings,
  compareText,
  type Finding,
  isBlocking,
  type PathStep,
  type Severity,
  severities,
} from './ground/finding.ts'
export { isObject, listOf, parseJson } from './ground/json.ts'
export { withoutLogins } from './ground/logins.ts'
export { nestsDeeperThan } from './ground/markup-depth.ts'
export { percentDecoded } from './ground/percent.ts'
export type { OnFile } from './ground/progress.ts'
export { codeHosts, type RepositoryAddress, readRepository } from './ground/repository.ts'
export { quoted, quotedIn, type Shell, shells } from './ground/shell.ts'
export { storable } from './ground/storable.ts'
export { trimEndOf } from './ground/text-search.ts'

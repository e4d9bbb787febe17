export {
  compareWithAnnounced,
  differingValues,
  normalizeVersion,
  unusableValue,
} from './manifest/announced.ts'
export type { ReadmeFormat } from './manifest/declared-readme.ts'
export {
  allowsCopies,
  type CommercialUse,
  commercialUse,
  licenseChoices,
} from './manifest/license-expression.ts'
export { licenseName } from './manifest/license-name.ts'
export { type Manifest, manifestPath } from './manifest/manifest.ts'
export { pictureAddress } from './manifest/picture-address.ts'
export { lineOfKey, manifestBytes, readManifest, readManifestOf } from './manifest/read.ts'

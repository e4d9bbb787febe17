export { isCommonName, modelsInText } from './workflow/models/from-text.ts'
export { modelsOf } from './workflow/models/from-workflow.ts'
export {
  baseName,
  canRunCode,
  evidenceOfPacks,
  hubRepositoryOf,
  type ModelOfPack,
  type ModelSource,
  type NeededModel,
} from './workflow/models/model.ts'

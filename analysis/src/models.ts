export { isCommonName, modelsInText } from './workflow/models/from-text.ts'
export { modelsOf } from './workflow/models/from-workflow.ts'
export {
  baseName,
  canRunCode,
  evidenceOfPacks,
  hubRepositoryOf,
  type ModelInput,
  type ModelOfPack,
  type ModelSource,
  type NeededModel,
} from './workflow/models/model.ts'
export { surestOf } from './workflow/models/surest.ts'

import { limits } from '@nodeyard/contract/limits'
import { jobStates } from '@nodeyard/contract/safety'
import {
  choiceField,
  countField,
  type Field,
  pageField,
  type SearchOf,
  textField,
  writeSearch,
} from '../../ground/paths/search-params.ts'
import { adminPaths } from '../kit/admin-paths.ts'

export const jobsSearch = {
  queue: textField(limits.nameLength),
  state: choiceField(['', ...jobStates]),
  page: pageField,
}
type JobsSearch = SearchOf<typeof jobsSearch>
export const jobsLink = (search: Partial<JobsSearch> = {}) =>
  adminPaths.jobs + writeSearch(jobsSearch, search)

const dayField: Field<string> = {
  read: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? (text ?? '') : ''),
  write: (value) => value || undefined,
}

const shortText = textField(limits.nameLength)
export const auditSearch = {
  actor: shortText,
  action: shortText,
  subject: shortText,
  publisher: shortText,
  from: dayField,
  to: dayField,
  text: textField(limits.searchLength),
}
export type AuditSearch = SearchOf<typeof auditSearch>
export const auditLink = (search: Partial<AuditSearch> = {}) =>
  adminPaths.audit + writeSearch(auditSearch, search)

export const numbersSearch = {
  /** 0 selects the default. */
  days: countField(limits.numbersDays.max),
}

import { limits } from '@nodeyard/contract/limits'
import { jobStates } from '@nodeyard/contract/oversight'
import {
  choiceField,
  countField,
  type Field,
  pageField,
  type Schema,
  textField,
  writeSearch,
} from '../../ground/paths/search-params.ts'
import { adminPaths } from '../kit/admin-paths.ts'

export interface JobsSearch {
  queue: string
  state: '' | (typeof jobStates)[number]
  page: number
}
export const jobsSearch: Schema<JobsSearch> = {
  queue: textField(limits.nameLength),
  state: choiceField(['', ...jobStates]),
  page: pageField,
}
export const jobsLink = (search: Partial<JobsSearch> = {}) =>
  adminPaths.jobs + writeSearch(jobsSearch, search)

const dayField: Field<string> = {
  read: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? (text ?? '') : ''),
  write: (value) => value || undefined,
}

export interface AuditSearch {
  actor: string
  action: string
  subject: string
  publisher: string
  from: string
  to: string
  text: string
}
const shortText = textField(limits.nameLength)
export const auditSearch: Schema<AuditSearch> = {
  actor: shortText,
  action: shortText,
  subject: shortText,
  publisher: shortText,
  from: dayField,
  to: dayField,
  text: textField(limits.searchLength),
}
export const auditLink = (search: Partial<AuditSearch> = {}) =>
  adminPaths.audit + writeSearch(auditSearch, search)

export interface NumbersSearch {
  /** 0 selects the default. */
  days: number
}
export const numbersSearch: Schema<NumbersSearch> = { days: countField(limits.numbersDays.max) }

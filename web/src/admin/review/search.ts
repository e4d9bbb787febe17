import { limits } from '@nodeyard/contract/limits'
import {
  choiceField,
  choicesField,
  countField,
  flagField,
  pageField,
  type SearchOf,
  textField,
  writeSearch,
} from '../../ground/paths/search-params.ts'
import { adminPaths } from '../kit/admin-paths.ts'

/** Statuses as spelled in the address: the wire names without their common prefix. */
export const reviewStatuses = ['flagged', 'pending', 'banned', 'active', 'deleted'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

export const reviewSearch = {
  status: choicesField(reviewStatuses, ['flagged']),
  /** Text in the reason. */
  reason: textField(limits.searchLength),
  /** A node or one of its versions, such as `node@1.2.0`. */
  node: textField(limits.searchLength),
  publisher: textField(limits.publisherIdLength),
  /** Minimum waiting time in days; 0 for all. */
  days: countField(3650),
  appealed: flagField,
  order: choiceField(['urgent', 'oldest', 'newest']),
  page: pageField,
}
export type ReviewSearch = SearchOf<typeof reviewSearch>

export function reviewLink(search: Partial<ReviewSearch> = {}): string {
  return adminPaths.reviewQueue + writeSearch(reviewSearch, search)
}

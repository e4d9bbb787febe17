import { limits } from '@nodeyard/contract/limits'
import {
  choiceField,
  choicesField,
  countField,
  flagField,
  pageField,
  type Schema,
  textField,
  writeSearch,
} from '../../ground/paths/search-params.ts'
import { adminPaths } from '../kit/admin-paths.ts'

/** Statuses as spelled in the address: the wire names without their common prefix. */
export const reviewStatuses = ['flagged', 'pending', 'banned', 'active', 'deleted'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

export interface ReviewSearch {
  status: readonly ReviewStatus[]
  /** Text in the reason. */
  reason: string
  /** A node or one of its versions, such as `node@1.2.0`. */
  node: string
  publisher: string
  /** Minimum waiting time in days; 0 for all. */
  days: number
  appealed: boolean
  order: 'urgent' | 'oldest' | 'newest'
  page: number
}

export const reviewSearch: Schema<ReviewSearch> = {
  status: choicesField(reviewStatuses, ['flagged']),
  reason: textField(limits.searchLength),
  node: textField(limits.searchLength),
  publisher: textField(limits.publisherIdLength),
  days: countField(3650),
  appealed: flagField,
  order: choiceField(['urgent', 'oldest', 'newest']),
  page: pageField,
}

export function reviewLink(search: Partial<ReviewSearch> = {}): string {
  return adminPaths.reviewQueue + writeSearch(reviewSearch, search)
}

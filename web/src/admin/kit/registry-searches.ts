import { nodeMarks } from '@nodeyard/contract/admin-registry'
import { limits } from '@nodeyard/contract/limits'
import { replacementStatuses } from '@nodeyard/contract/replacements'
import { versionStatuses } from '@nodeyard/contract/shapes'
import {
  choiceField,
  type Field,
  flagField,
  pageField,
  type Schema,
  textField,
} from '../../ground/paths/search-params.ts'

const text = textField(limits.searchLength)
const id = textField(limits.bulkIdentifierLength)

export interface NodesSearch {
  q: string
  status: '' | 'active' | 'banned' | 'deleted'
  publisher: string
  has: '' | (typeof nodeMarks)[number]
  sort: 'id' | 'newest' | 'downloads' | 'ranking'
  page: number
}
export const nodesSearch: Schema<NodesSearch> = {
  q: text,
  status: choiceField(['', 'active', 'banned', 'deleted']),
  publisher: id,
  has: choiceField(['', ...nodeMarks]),
  sort: choiceField(['id', 'newest', 'downloads', 'ranking']),
  page: pageField,
}

export interface TextSearch {
  q: string
  page: number
}
export const textSearch: Schema<TextSearch> = { q: text, page: pageField }

export interface MarkedSearch extends TextSearch {
  /** Limits the list to nodes that have a value. */
  only: boolean
}
export const markedSearch: Schema<MarkedSearch> = { q: text, only: flagField, page: pageField }

export interface ReplacementsSearch extends TextSearch {
  status: '' | (typeof replacementStatuses)[number]
}
export const replacementsSearch: Schema<ReplacementsSearch> = {
  q: textField(limits.comfyNodeNameLength),
  status: choiceField(['', ...replacementStatuses]),
  page: pageField,
}

export interface PublishersSearch extends TextSearch {
  status: '' | 'active' | 'banned'
}
export const publishersSearch: Schema<PublishersSearch> = {
  q: text,
  status: choiceField(['', 'active', 'banned']),
  page: pageField,
}

export interface UsersSearch extends TextSearch {
  show: '' | 'admins' | 'banned' | 'unverified'
}
export const usersSearch: Schema<UsersSearch> = {
  q: text,
  show: choiceField(['', 'admins', 'banned', 'unverified']),
  page: pageField,
}

export type VersionStatus = (typeof versionStatuses)[number]

export const statusPrefix = 'NodeVersionStatus'

/** Statuses without their common prefix, such as `Active,Banned`. */
const statusesField: Field<readonly VersionStatus[]> = {
  read: (joined) => {
    const asked = (joined ?? '').split(',').map((one) => statusPrefix + one)
    return versionStatuses.filter((status) => asked.includes(status))
  },
  write: (statuses) =>
    statuses.length > 0 ? statuses.map((status) => status.slice(statusPrefix.length)).join(',') : undefined,
}

export interface CompatibilitySearch {
  /** `nodeId` or `nodeId@version`. */
  q: string
  status: readonly VersionStatus[]
  outdated: boolean
  page: number
  /** The version whose dialog is open, as `nodeId@version`. */
  editing: string
}
export const compatibilitySearch: Schema<CompatibilitySearch> = {
  q: id,
  status: statusesField,
  outdated: flagField,
  page: pageField,
  editing: textField(limits.bulkIdentifierLength),
}

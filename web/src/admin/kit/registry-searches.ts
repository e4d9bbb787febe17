import { versionStatuses } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { replacementStatuses } from '@nodeyard/contract/packs'
import { nodeMarks } from '@nodeyard/contract/safety'
import {
  choiceField,
  type Field,
  flagField,
  pageField,
  type SearchOf,
  textField,
} from '../../ground/paths/search-params.ts'

const text = textField(limits.searchLength)
const id = textField(limits.bulkIdentifierLength)

export const nodesSearch = {
  q: text,
  status: choiceField(['', 'active', 'banned', 'deleted']),
  publisher: id,
  has: choiceField(['', ...nodeMarks]),
  sort: choiceField(['id', 'newest', 'downloads', 'ranking']),
  page: pageField,
}
export type NodesSearch = SearchOf<typeof nodesSearch>

export const textSearch = { q: text, page: pageField }

export const markedSearch = {
  q: text,
  /** Limits the list to nodes that have a value. */
  only: flagField,
  page: pageField,
}

export const replacementsSearch = {
  q: textField(limits.comfyNodeNameLength),
  status: choiceField(['', ...replacementStatuses]),
  page: pageField,
}

export const publishersSearch = {
  q: text,
  status: choiceField(['', 'active', 'banned']),
  page: pageField,
}

export const usersSearch = {
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

export const compatibilitySearch = {
  /** `nodeId` or `nodeId@version`. */
  q: id,
  status: statusesField,
  outdated: flagField,
  page: pageField,
  /** The version whose dialog is open, as `nodeId@version`. */
  editing: textField(limits.bulkIdentifierLength),
}

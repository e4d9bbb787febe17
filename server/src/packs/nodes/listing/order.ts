import { nodeSortColumns } from '@nodeyard/contract/packs'
import { RegistryError } from '../../../ground/errors.ts'
import type { NodeOrder } from './sql.ts'

const columns: Record<(typeof nodeSortColumns)[number], NodeOrder[number]['by']> = {
  id: 'id',
  name: 'name',
  create_time: 'created',
  created_at: 'created',
  update_time: 'updated',
  updated_at: 'updated',
  total_install: 'downloads',
  downloads: 'downloads',
  github_stars: 'stars',
  search_ranking: 'ranking',
}

/**
 * Parses an order such as `downloads;desc`. Returns undefined when none is requested. Source: API contract
 * 14.1.
 */
export function readOrder(sort: readonly string[] | undefined): NodeOrder | undefined {
  const requested = sort?.filter((one) => one.trim() !== '') ?? []
  return requested.length > 0 ? requested.map(readKey) : undefined
}

function readKey(text: string): NodeOrder[number] {
  const [, name = '', direction = 'asc'] = /^\s*(\w+)\s*(?:;\s*(asc|desc)\s*)?$/i.exec(text) ?? []
  const column = nodeSortColumns.find((one) => one === name)
  if (!column) {
    throw new RegistryError('invalid_request', {
      field: 'query.sort',
      message: `query.sort must be one of ${nodeSortColumns.join(', ')}, optionally followed by ;desc`,
    })
  }
  return { by: columns[column], descending: direction.toLowerCase() === 'desc' }
}

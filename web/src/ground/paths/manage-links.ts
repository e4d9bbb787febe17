import { limits } from '@nodeyard/contract/limits'
import { paths, pathTo } from './paths.ts'
import { choiceField, type SearchOf, textField, writeSearch } from './search-params.ts'

/** Pages for publishers. Separate from `paths.ts`, which every visitor loads. */
export const managePaths = {
  details: '/nodes/:nodeId/manage',
  versions: '/nodes/:nodeId/manage/versions',
  version: '/nodes/:nodeId/manage/versions/:version',
  statistics: '/nodes/:nodeId/manage/statistics',
  transfer: '/nodes/:nodeId/manage/transfer',
  delete: '/nodes/:nodeId/manage/delete',
} as const

export const statisticsDays = ['90', '30', '365'] as const
/** The length of the time span; the first is the default. */
export const statisticsSearch = { days: choiceField(statisticsDays) }
type StatisticsSearch = SearchOf<typeof statisticsSearch>

/** The publisher whose name the commands contain. */
export const publishSearch = { publisher: textField(limits.publisherIdLength) }
type PublishSearch = SearchOf<typeof publishSearch>

export const manageLinks = {
  details: (nodeId: string) => pathTo(managePaths.details, { nodeId }),
  versions: (nodeId: string) => pathTo(managePaths.versions, { nodeId }),
  version: (nodeId: string, version: string) => pathTo(managePaths.version, { nodeId, version }),
  statistics: (nodeId: string, search: Partial<StatisticsSearch> = {}) =>
    pathTo(managePaths.statistics, { nodeId }) + writeSearch(statisticsSearch, search),
  transfer: (nodeId: string) => pathTo(managePaths.transfer, { nodeId }),
  delete: (nodeId: string) => pathTo(managePaths.delete, { nodeId }),
  howToPublish: (search: PublishSearch) => paths.howToPublish + writeSearch(publishSearch, search),
} as const

import { adminPaths } from '../web/src/admin/kit/admin-paths.ts'
import { managePaths } from '../web/src/ground/paths/manage-links.ts'
import { memberPaths } from '../web/src/ground/paths/member-links.ts'
import { paths } from '../web/src/ground/paths/paths.ts'

/** Readers of a page: anyone, the demo publisher, or the demo admin. */
export type Reader = 'anyone' | 'publisher' | 'admin'

export interface LookedAtPage {
  name: string
  path: string
  reader: Reader
}

/** Paths of public pages that need more than ids, or that show something special. */
const special = {
  search: '/?q=mask',
  nothing: '/?q=zzzzqqqq',
  typo: '/?q=imge',
  unclaimed: '/nodes/sky-replacer',
  held: '/nodes/quiet-expressions',
  renamed: '/nodes/gridworks-compare',
  source: '/nodes/gridworks-compare/versions/0.9.0/source?file=README.md',
  compare: '/nodes/gridworks-compare/versions/0.9.0/since/0.8.0',
  comparePacks: '/compare?packs=maskery-masks,maskery-text,lumen-relight',
  apiDocs: '/docs/api?operation=publishVersion',
  missing: '/nodes/maskery-mask',
  notFound: '/somewhere/else',
  badLink: '/auth/action?mode=resetPassword&oobCode=expired',
} as const

/** Pages of members over packs that show more than the first one. */
const telling: Readonly<Record<string, string>> = {
  claimNode: '/nodes/sky-replacer/claim',
  claimMyNode: '/publishers/maskery/claim-my-node?nodeId=sky-replacer',
  'manage-versions': '/nodes/quiet-expressions/manage/versions',
  'manage-version': '/nodes/quiet-expressions/manage/versions/1.1.0',
  statistics: '/nodes/lumen-colour-curves/manage/statistics',
}

/** Pages that are about something missing. */
export const missingPages: ReadonlySet<string> = new Set(['missing', 'notFound'])

const withoutPage = new Set(['home', 'nodeOfPublisher', 'logout', 'mailedAction', 'ownNodes'])
const ofMembers = [
  ...['account', 'createPublisher', 'managePublisher', 'publisherTokens', 'trustedPublishing'],
  ...['claimNode', 'howToPublish', 'admin'],
]

/** Every page of the site over the demo catalog. `ids` fills the parameters of paths. */
export function pagesToLookAt(ids: Record<string, string>): LookedAtPage[] {
  const fill = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? name)
  const pageOf =
    (reader: Reader) =>
    ([name, path]: [string, string]) => ({ name, path: telling[name] ?? fill(path), reader })
  const plain = Object.entries(paths).filter(
    ([name]) => !withoutPage.has(name) && !ofMembers.includes(name) && !(name in special),
  )
  return [
    { name: 'home', path: '/', reader: 'anyone' },
    ...plain.map(pageOf('anyone')),
    ...Object.entries(special).map(pageOf('anyone')),
    ...Object.entries(paths)
      .filter(([name]) => name !== 'admin' && (name === 'ownNodes' || ofMembers.includes(name)))
      .map(pageOf('publisher')),
    ...Object.entries({ ...memberPaths, ...managePaths }).map(([name, path]) =>
      // The demo's collections are the admin's.
      pageOf(name === 'editCollection' ? 'admin' : 'publisher')([
        name in paths ? `manage-${name}` : name,
        path,
      ]),
    ),
    { name: 'admin', path: paths.admin, reader: 'admin' },
    ...Object.entries(adminPaths).map(([name, path]) => pageOf('admin')([`admin-${name}`, path])),
  ]
}

import { percentDecoded } from '@nodeyard/analysis/ground'
import { pictureAddress } from '@nodeyard/analysis/manifest'
import { archivePath } from '../../ground/markdown/pictures-in.ts'
import { tellingPictures } from '../../ground/markdown/telling-picture.ts'
import { archivePicture } from '../../ground/pictures/archive-picture.ts'
import { encode, shapes } from '../../ground/pictures/thumbnails.ts'
import { archivePathOf } from '../nodes/picture-addresses.ts'
import type { PackReport } from '../publishing/analyst.ts'
import { readingKey, type StoredArchive } from './archive.ts'
import type { Deps } from './deps.ts'
import type { Place } from './sources/source.ts'

interface Candidate {
  source: 'manifest' | 'readme' | 'example'
  /** A file of the repository, or an address. */
  origin: string
}

export interface FoundPicture extends Candidate {
  kind: 'icon' | 'card'
  /** Encoded again. */
  bytes: Buffer
}

interface ReadPack {
  /** Without it, pictures come from other hosts alone. */
  archive: StoredArchive | undefined
  pack: PackReport
  place: Pick<Place, 'key' | 'folder'>
}

/** Images that are tried for a card, so that a README of broken ones costs little. */
const maxTried = 5

/** Finds the icon of a repository and the picture for its card, which the caller may only do if its license permits it. */
export async function findPictures(
  deps: Pick<Deps, 'blobs' | 'pictures'>,
  read: ReadPack,
): Promise<FoundPicture[]> {
  const { icon = '', banner_url: banner = '' } = read.pack.inspection.manifest ?? {}
  const found = [
    await firstOf(deps, read, 'icon', fromManifest(icon)),
    await firstOf(deps, read, 'card', [
      ...fromManifest(banner),
      ...fromReadme(read),
      ...read.pack.workflows.flatMap(({ picture }) =>
        picture ? [{ source: 'example', origin: picture } as const] : [],
      ),
    ]),
  ]
  return found.filter((one) => one !== undefined)
}

function fromManifest(text: string): Candidate[] {
  const origin = pictureAddress(text)
  return origin ? [{ source: 'manifest', origin }] : []
}

/** Files of the repository come first, because other hosts can be gone. */
function fromReadme({ pack, place }: ReadPack): Candidate[] {
  const origins = tellingPictures(pack.readmeHtml).map(({ address }) => archivePath(address) ?? address)
  const isElsewhere = (origin: string) =>
    Number(archivePathOf(origin) === undefined && pathInRepository(origin, place) === undefined)
  return origins
    .toSorted((a, b) => isElsewhere(a) - isElsewhere(b))
    .map((origin) => ({ source: 'readme', origin }))
}

async function firstOf(
  deps: Pick<Deps, 'blobs' | 'pictures'>,
  read: ReadPack,
  kind: FoundPicture['kind'],
  candidates: Candidate[],
): Promise<FoundPicture | undefined> {
  for (const candidate of candidates.slice(0, maxTried)) {
    const { origin } = candidate
    const path = archivePathOf(origin) ?? pathInRepository(origin, read.place)
    const file = path === undefined ? undefined : await fileOf(deps, read, path)
    const picture = file ?? (path === origin ? undefined : await deps.pictures.get(origin))
    const bytes = picture && (await encode(picture.bytes, shapes[kind], 'readings').catch(() => undefined))
    if (bytes instanceof Buffer)
      return { kind, ...candidate, origin: file ? (path ?? origin) : origin, bytes }
  }
  return undefined
}

async function fileOf({ blobs }: Pick<Deps, 'blobs'>, { archive }: ReadPack, path: string) {
  return archive && archivePicture({ blobs }, readingKey(archive.digest), path)
}

/** Addresses of files at code hosts, by the key of the repository and the path after the branch. */
const fileAddresses = [
  /^https?:\/\/raw\.githubusercontent\.com\/([^/]+\/[^/]+)\/(?:refs\/heads\/)?[^/]+\/([^?#]+)/i,
  /^https?:\/\/github\.com\/([^/]+\/[^/]+)\/(?:raw|blob)\/(?:refs\/heads\/)?[^/]+\/([^?#]+)/i,
]

/** Returns the path inside the read folder if the address is one of a file of this repository. */
function pathInRepository(address: string, { key, folder }: ReadPack['place']): string | undefined {
  const [, repository = '', file = ''] =
    fileAddresses.map((pattern) => pattern.exec(address)).find((match) => match) ?? []
  if (`github.com/${repository.toLowerCase()}` !== key) return undefined
  const path = percentDecoded(file)
  if (folder === '') return path
  return path?.toLowerCase().startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined
}

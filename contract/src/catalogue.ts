import Type, { type Static } from 'typebox'
import { InstallState } from './install.ts'
import { limits } from './limits.ts'
import { Node } from './nodes.ts'
import { route } from './route.ts'
import { sha256Form, Timestamp } from './shapes.ts'
import { Signed } from './signed.ts'

/** The type in the signed header: nothing else that the registry signs can be taken for a catalogue. */
export const catalogueType = 'nodeyard-catalogue+jws'

const Digest = Type.String({
  ...sha256Form,
  description: 'SHA-256 of the unpacked bytes, in hexadecimal.',
})

/** A file of `/catalogue/{digest}`, and how many bytes it has unpacked and in each encoding. */
export const CatalogueFile = Type.Object({
  br: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  digest: Digest,
  zstd: Type.Integer({ minimum: 0 }),
})
export type CatalogueFile = Static<typeof CatalogueFile>

/** What is signed, as canonical JSON (RFC 8785): members in the order of their names, without spaces. */
export const Catalogue = Type.Object({
  deltas: Type.Array(
    Type.Object({
      ...CatalogueFile.properties,
      since: Type.Integer({
        description: 'Good for whoever has the snapshot of a catalogue of this sequence or a later one.',
      }),
    }),
    {
      maxItems: limits.catalogueDeltas,
      description: 'The shortest first. Each leads to `snapshot`, without `recent`.',
    },
  ),
  expires: Timestamp,
  issued: Timestamp,
  nodes: Type.Integer({ description: 'How many there are, `recent` included.' }),
  recent: Type.Optional(
    Type.Object(CatalogueFile.properties, {
      description:
        'A delta from `snapshot` to what there is now. Absent: nothing has changed since that was made.',
    }),
  ),
  registry: Type.String({ description: 'The address of the API.' }),
  sequence: Type.Integer({
    description: 'Higher with every issue: a lower one than was seen is a rollback.',
  }),
  snapshot: Type.Object(CatalogueFile.properties, {
    description: 'All nodes, as they were some seconds or minutes ago: `recent` is to be applied.',
  }),
})
export type Catalogue = Static<typeof Catalogue>

/** The first line of a snapshot. */
export const CatalogueHead = Type.Object({
  download: Type.String({ description: 'Where archives are, with `{id}` and `{version}` to be filled in.' }),
  format: Type.String(),
})
export type CatalogueHead = Static<typeof CatalogueHead>

export const catalogueFormat = 'nodeyard-catalogue/1'
export const deltaFormat = 'nodeyard-catalogue-delta/2'

const has = Node.properties
const maybe = Type.Optional

/** A further line of a snapshot: one node that is listed. Empty texts and lists are left out. */
export const CatalogueEntry = Type.Object({
  id: has.id,
  name: has.name,
  description: maybe(has.description),
  author: has.author,
  category: has.category,
  license: has.license,
  icon: has.icon,
  banner_url: has.banner_url,
  repository: has.repository,
  held_back: maybe(InstallState),
  tags: maybe(has.tags),
  supported_os: maybe(has.supported_os),
  supported_accelerators: maybe(has.supported_accelerators),
  supported_comfyui_version: has.supported_comfyui_version,
  supported_comfyui_frontend_version: has.supported_comfyui_frontend_version,
  publisher: Type.Object({ id: Type.String(), name: Type.String() }),
  preempted_comfy_node_names: maybe(has.preempted_comfy_node_names),
  comfy_nodes: maybe(
    Type.Array(Type.String(), { description: 'Names, of the latest version or, without one, of an import.' }),
  ),
  latest_version: maybe(
    Type.Object({
      version: Type.String(),
      createdAt: Timestamp,
      integrity: maybe(Type.String({ description: 'Of the archive: `sha256-` and its digest in base64.' })),
      size: maybe(Type.Integer({ description: 'Bytes of the archive.' })),
      dependencies: maybe(Type.Array(Type.String())),
      deprecated: maybe(Type.Boolean()),
      tags: maybe(Type.Array(Type.String())),
    }),
  ),
  downloads_log2: Type.Integer({
    description: 'Whole part of the logarithm to base 2 of one more than the downloads.',
  }),
  github_stars_log2: Type.Integer({ description: 'The same of the stars.' }),
  created_at: has.created_at,
  updated_at: has.updated_at,
})
export type CatalogueEntry = Static<typeof CatalogueEntry>

export const getCatalogue = route({
  method: 'GET',
  path: '/catalogue/latest',
  access: 'public',
  summary: 'Where the newest catalogue of all nodes is, signed',
  description: `Signed is a \`Catalogue\`. It names the files of \`/catalogue/{digest}\`: a whole, what leads to it from earlier ones, and what has changed since. They stay for ${limits.catalogueFileMinutes} minutes after the next one was issued. Ask with \`If-None-Match\`.`,
  response: Signed,
  errors: ['catalogue_not_made'],
})

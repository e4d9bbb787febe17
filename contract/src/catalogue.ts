import Type, { type Static } from 'typebox'
import { InstallState } from './install.ts'
import { limits } from './limits.ts'
import { Node } from './nodes.ts'
import { route } from './route.ts'
import { sha256Form, Timestamp } from './shapes.ts'
import { Signed } from './signed.ts'

/** The type in the signed header, so that no other signed document passes as a catalogue. */
export const catalogueType = 'nodeyard-catalogue+jws'

const Digest = Type.String({
  ...sha256Form,
  description: 'SHA-256 of the unpacked bytes in hexadecimal.',
})

/** A file of `/catalogue/{digest}`, with its size unpacked and in each encoding, in bytes. */
export const CatalogueFile = Type.Object({
  br: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  digest: Digest,
  zstd: Type.Integer({ minimum: 0 }),
})
export type CatalogueFile = Static<typeof CatalogueFile>

/** The signed payload, as canonical JSON (RFC 8785): members sorted by name, no spaces. */
export const Catalogue = Type.Object({
  deltas: Type.Array(
    Type.Object({
      ...CatalogueFile.properties,
      since: Type.Integer({
        description: 'Applies to a snapshot from a catalogue with this sequence or a later one.',
      }),
    }),
    {
      maxItems: limits.catalogueDeltas,
      description: 'Shortest first. Each leads to `snapshot`, without `recent`.',
    },
  ),
  expires: Timestamp,
  issued: Timestamp,
  nodes: Type.Integer({ description: 'Number of nodes, including `recent`.' }),
  recent: Type.Optional(
    Type.Object(CatalogueFile.properties, {
      description:
        'A delta from `snapshot` to the present. Omitted when nothing has changed since the snapshot.',
    }),
  ),
  registry: Type.String({ description: 'URL of the API.' }),
  sequence: Type.Integer({
    description: 'Increases with every issue: a number lower than one seen before is a rollback.',
  }),
  snapshot: Type.Object(CatalogueFile.properties, {
    description: 'All nodes as of some seconds or minutes ago; apply `recent` to it.',
  }),
})
export type Catalogue = Static<typeof Catalogue>

export const CatalogueHead = Type.Object({
  download: Type.String({
    description: 'URL template of archives, with `{id}` and `{version}` as placeholders.',
  }),
  format: Type.String(),
})
export type CatalogueHead = Static<typeof CatalogueHead>

export const catalogueFormat = 'nodeyard-catalogue/1'
export const deltaFormat = 'nodeyard-catalogue-delta/2'

const has = Node.properties
const maybe = Type.Optional

/** Any later line of a snapshot: one listed node. Empty texts and lists are left out. */
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
    Type.Array(Type.String(), {
      description: 'Comfy-node names of the latest version, or of an import when there is no version.',
    }),
  ),
  latest_version: maybe(
    Type.Object({
      version: Type.String(),
      createdAt: Timestamp,
      integrity: maybe(Type.String({ description: '`sha256-` and the digest of the archive in base64.' })),
      size: maybe(Type.Integer({ description: 'Size of the archive in bytes.' })),
      dependencies: maybe(Type.Array(Type.String())),
      deprecated: maybe(Type.Boolean()),
      tags: maybe(Type.Array(Type.String())),
    }),
  ),
  downloads_log2: Type.Integer({
    description: 'Integer part of the base-2 logarithm of the downloads plus one.',
  }),
  github_stars_log2: Type.Integer({ description: 'The same for the stars.' }),
  created_at: has.created_at,
  updated_at: has.updated_at,
})
export type CatalogueEntry = Static<typeof CatalogueEntry>

export const getCatalogue = route({
  method: 'GET',
  path: '/catalogue/latest',
  access: 'public',
  summary: 'Signed location of the newest catalogue of all nodes',
  description: `The payload is a \`Catalogue\`. It names the files of \`/catalogue/{digest}\`: a full snapshot, deltas from earlier snapshots, and recent changes. The files stay for ${limits.catalogueFileMinutes} minutes after the next catalogue is issued. Send \`If-None-Match\`.`,
  response: Signed,
  errors: ['catalogue_not_made'],
})

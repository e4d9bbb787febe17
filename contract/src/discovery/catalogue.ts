import Type, { type Static } from 'typebox'
import { InstallState } from '../ground/install.ts'
import { route } from '../ground/route.ts'
import { sha256Form, Timestamp } from '../ground/shapes.ts'
import { Signed, signedMembers } from '../ground/signed.ts'
import { limits } from '../limits.ts'
import { Node } from '../packs/nodes.ts'

/** The `typ` in the signed header, so that no other signed document passes for a catalog. */
export const catalogueType = 'nodeyard-catalogue+jws'

const Digest = Type.String({
  ...sha256Form,
  description: 'SHA-256 of the unpacked bytes, in hexadecimal.',
})

/** A file at `/catalogue/{digest}`: its unpacked size in bytes, and its size in each encoding. */
export const CatalogueFile = Type.Object({
  br: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  digest: Digest,
  zstd: Type.Integer({ minimum: 0 }),
})
export type CatalogueFile = Static<typeof CatalogueFile>

/** The signed payload of the pointer, as canonical JSON (RFC 8785). */
export const Catalogue = Type.Object({
  ...signedMembers,
  nodes: Type.Integer({ description: 'Node count after `recent` is applied.' }),
  recent: Type.Optional(
    Type.Object(CatalogueFile.properties, {
      description: 'All changes since `snapshot` was packed. Omitted when there are none.',
    }),
  ),
  sequence: Type.Integer({
    description:
      'Increases with every pointer. Refuse a pointer with a lower number than the last one you saw.',
  }),
  snapshot: Type.Object(CatalogueFile.properties, {
    description: 'All nodes at the time it was packed, often weeks ago. Apply `recent` to it.',
  }),
  types: Type.Optional(
    Type.Object(CatalogueFile.properties, {
      description: 'Inputs and outputs of all comfy-nodes, packed daily. Omitted before the first time.',
    }),
  ),
})
export type Catalogue = Static<typeof Catalogue>

/** The first line of a snapshot. */
export const CatalogueHead = Type.Object({
  download: Type.String({ description: 'URL of archives, with the placeholders `{id}` and `{version}`.' }),
  format: Type.String(),
})
export type CatalogueHead = Static<typeof CatalogueHead>

export const catalogueFormat = 'nodeyard-catalogue/1'
export const typesFormat = 'nodeyard-catalogue-types/1'
export const changesFormat = 'nodeyard-catalogue-delta/2'

const has = Node.properties
const maybe = Type.Optional

/** Each further line of a snapshot: a listed node. Empty strings and lists are omitted. */
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
      description: 'Names from the latest version, else from the reading, else from an import.',
    }),
  ),
  latest_version: maybe(
    Type.Object({
      version: Type.String(),
      createdAt: Timestamp,
      integrity: maybe(
        Type.String({ description: '`sha256-` followed by the base64 digest of the archive.' }),
      ),
      size: maybe(Type.Integer({ description: 'Archive size in bytes.' })),
      dependencies: maybe(Type.Array(Type.String())),
      deprecated: maybe(Type.Boolean()),
      tags: maybe(Type.Array(Type.String())),
    }),
  ),
  reading: maybe(
    Type.Object(
      {
        commit: Type.String(),
        has_requirements: maybe(Type.Boolean({ description: 'Whether it has a `requirements.txt`.' })),
        has_submodules: maybe(Type.Boolean({ description: 'Whether it includes other repositories.' })),
      },
      { description: 'The commit of `repository` that was read. Only for nodes without a version.' },
    ),
  ),
  downloads_log2: Type.Integer({
    description: 'floor(log2(downloads + 1)).',
  }),
  github_stars_log2: Type.Integer({ description: 'floor(log2(stars + 1)).' }),
  created_at: has.created_at,
  updated_at: has.updated_at,
})
export type CatalogueEntry = Static<typeof CatalogueEntry>

/** Each further line of the file of types: a node whose latest version or repository was read. */
export const CatalogueTypesEntry = Type.Object({
  id: has.id,
  comfy_nodes: Type.Array(
    Type.Object({
      name: Type.String(),
      inputs: Type.Array(Type.String(), {
        description:
          'Types of inputs that can be linked, except those that the tool shows as fields (`INT`, `FLOAT`, `STRING`, `BOOLEAN`, `COMBO`). Optional ones end in `?`.',
      }),
      outputs: Type.Array(Type.String()),
    }),
  ),
})
export type CatalogueTypesEntry = Static<typeof CatalogueTypesEntry>

export const getCatalogue = route({
  method: 'GET',
  path: '/catalogue/latest',
  access: 'public',
  summary: 'Signed pointer to the current catalog of all nodes',
  description: `The payload is a \`Catalogue\`. It names files at \`/catalogue/{digest}\`: a snapshot, the changes since, and the types of all comfy-nodes. Files remain available for ${limits.catalogueFileMinutes} minutes after the next pointer is issued. Send \`If-None-Match\`.`,
  response: Signed,
  errors: ['catalogue_not_made'],
})

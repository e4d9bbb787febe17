import Type, { type Static, type TSchema } from 'typebox'
import { Install } from '../ground/install.ts'
import { NodeStatus, oneOf, PageEnvelope, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { Publisher } from '../people/publishers.ts'
import { NodeLook } from './looks.ts'
import { Reading } from './reading-shapes.ts'
import { NodeVersion, Provenance } from './versions.ts'

/**
 * An installable pack that a publisher owns. Optional fields are omitted, never null: clients test for the
 * key and then use the value. Source: clients 1.1, 2.1.
 */
export const Node = Type.Object({
  id: Type.String({ description: 'In its stored spelling.' }),
  name: Type.String({ description: 'Defaults to the id.' }),
  description: Type.String(),
  author: Type.Optional(Type.String()),
  category: Type.Optional(Type.String()),
  license: Type.Optional(Type.String({ description: 'As sent: JSON in a string, or plain text.' })),
  icon: Type.Optional(Type.String()),
  banner_url: Type.Optional(Type.String()),
  repository: Type.Optional(
    Type.String({ description: 'Omitted from public responses while the node is held back, see `install`.' }),
  ),
  install: Install,
  tags: Type.Array(Type.String()),
  tags_admin: Type.Optional(Type.Array(Type.String())),
  supported_os: Type.Array(Type.String(), { description: 'Windows, Linux, macOS; empty means all.' }),
  supported_accelerators: Type.Array(Type.String(), {
    description: 'CUDA, ROCm, Metal, CPU; empty means all.',
  }),
  supported_comfyui_version: Type.Optional(
    Type.String({ description: 'A semver range whose parts are separated by spaces.' }),
  ),
  supported_comfyui_frontend_version: Type.Optional(Type.String()),
  latest_version: Type.Optional(NodeVersion),
  rating: Type.Number(),
  downloads: Type.Integer(),
  publisher: Publisher,
  status: NodeStatus,
  status_detail: Type.Optional(Type.String()),
  translations: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()))),
  search_ranking: Type.Optional(Type.Integer({ description: '1 to 10, lower ranks higher.' })),
  preempted_comfy_node_names: Type.Array(Type.String()),
  github_stars: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
  /** The last change of its repository. */
  repository_changed_at: Type.Optional(Timestamp),
  is_archived: Type.Optional(Type.Boolean({ description: 'Its repository is archived at the code host.' })),
  forked_from: Type.Optional(Type.String({ description: 'The repository that it was forked from.' })),
  successor: Type.Optional(Type.String({ description: 'The node that moderators recommend instead.' })),
  comfy_node_count: Type.Optional(
    Type.Integer({
      description: 'From the latest version, else from the reading, else from the unverified hints.',
    }),
  ),
  comfy_nodes_verified: Type.Optional(
    Type.Boolean({
      description:
        'False while the comfy-node names are unverified hints from an import, not extracted from an archive or a reading.',
    }),
  ),
})
export type Node = Static<typeof Node>

export const NodePage = Type.Object({ ...PageEnvelope, nodes: Type.Array(Node) })
export type NodePage = Static<typeof NodePage>

/** Another node that defines mostly the same comfy-nodes. */
const NodeRelative = Type.Object({
  node_id: Type.String(),
  name: Type.String(),
  shared: Type.Integer({ description: 'Number of comfy-nodes that both define.' }),
  share: Type.Number({
    description: 'Share of the comfy-nodes of the node that was asked for, from 0 to 1.',
  }),
  github_stars: Type.Integer(),
  /** Time of the last known commit or release. */
  changed_at: Type.Optional(Timestamp),
  relation: Type.Optional(
    oneOf(
      ['origin', 'fork'],
      'Which of the two came from the other, if that is known: the relative is the `origin` or a `fork` of this node. Only a node whose publisher has proven control of its repository, or an unclaimed one, counts as an origin. Omitted where only the shared comfy-nodes are known.',
    ),
  ),
  relation_source: Type.Optional(
    oneOf(
      ['code_host', 'project_file'],
      'Who says so: the code host lists it as a fork, or the `pyproject.toml` of the fork names the repository of the origin.',
    ),
  ),
})

/** The response of the single read, including fields that are too large for lists. */
export const NodeDetail = Type.Object({
  ...Node.properties,
  /** The content of its repository. Omitted once its author has published a version. */
  reading: Type.Optional(Reading),
  is_reading_off: Type.Optional(
    Type.Boolean({ description: 'Its publisher keeps its repository from being read.' }),
  ),
  /** Rendered and sanitized HTML of the README of the latest version, or of the reading if its license permits. */
  readme_html: Type.Optional(Type.String()),
  /** Provenance of the latest version. */
  provenance: Type.Optional(Provenance),
  /** The last earlier version with a known provenance, when the latest version has none. */
  provenance_last_seen: Type.Optional(Type.String()),
  license_name: Type.Optional(
    Type.String({
      description:
        'License in the archive of the latest version or in the reading: its SPDX expression, or its first words.',
    }),
  ),
  commercial_use: Type.Optional(
    oneOf(
      ['allowed', 'forbidden'],
      'Whether its SPDX expression allows commercial use. Omitted when it does not tell.',
    ),
  ),
  version_count: Type.Integer({
    description: 'Number of versions that `GET /nodes/{nodeId}/versions` lists.',
  }),
  reading_count: Type.Optional(
    Type.Integer({ description: 'Number of readings that `GET /nodes/{nodeId}/readings` lists.' }),
  ),
  advisory_count: Type.Optional(
    Type.Integer({ description: 'Number of advisories that `GET /advisories?node_id=` lists.' }),
  ),
  relatives: Type.Optional(
    Type.Array(NodeRelative, {
      description: `Forks, copies and origins: nodes with at least ${limits.relatives.names} of the same comfy-nodes, which are at least half of those of one of the two. Known origins first, then the most similar ones, at most ${limits.relatives.most}. More than ${limits.relatives.copies} with exactly the same comfy-nodes follow all others.`,
    }),
  ),
  is_used: Type.Optional(
    Type.Boolean({ description: 'Whether `GET /workflows?uses_node=` can list workflows.' }),
  ),
  /** Names from an import that neither a version nor the reading has; only while there is no version. */
  unverified_comfy_nodes: Type.Optional(Type.Array(Type.String())),
  look: Type.Optional(NodeLook),
  uploaded_pictures: Type.Optional(
    Type.Array(oneOf(['icon', 'banner']), {
      description: 'Pictures that were uploaded here, which are shown instead of those of the project file.',
    }),
  ),
})
export type NodeDetail = Static<typeof NodeDetail>

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))
const text = (maxLength: number) => orNull(Type.String({ maxLength }))
const list = (maxItems: number) =>
  orNull(Type.Array(Type.String({ maxLength: limits.listItemLength }), { maxItems }))

/**
 * The editable fields of a node. A missing key, or null, keeps the value; an empty one clears it. Clients
 * send back whole nodes that they read, so fields that the caller cannot set are ignored. Source: API
 * contract 11.3.
 */
export const NodeFields = Type.Object({
  id: Type.Optional(Type.String({ description: 'If present, must equal the id in the path.' })),
  name: text(limits.nameLength),
  description: text(limits.descriptionLength),
  author: text(limits.nameLength),
  category: text(limits.nameLength),
  license: text(limits.licenseLength),
  repository: text(limits.urlLength),
  icon: text(limits.urlLength),
  banner_url: text(limits.urlLength),
  tags: list(limits.listItems),
  supported_os: list(limits.listItems),
  supported_accelerators: list(limits.listItems),
  supported_comfyui_version: text(limits.rangeLength),
  supported_comfyui_frontend_version: text(limits.rangeLength),
  tags_admin: list(limits.listItems),
  status_detail: text(limits.reasonLength),
  search_ranking: orNull(Type.Integer({ minimum: 1, maximum: 10, description: 'Only admins can set it.' })),
  preempted_comfy_node_names: orNull(
    Type.Array(Type.String({ minLength: 1, maxLength: limits.comfyNodeNameLength }), { maxItems: 1000 }),
  ),
  status: orNull(NodeStatus),
  publisher: orNull(Type.Object({ id: Type.Optional(Type.String()) })),
})
export type NodeFields = Static<typeof NodeFields>

export const NodeTransfer = Type.Object({
  id: Type.String({ format: 'uuid' }),
  nodeId: Type.String(),
  from: Type.String({ description: 'The id of the publisher that offers the node.' }),
  to: Type.String({ description: 'The id of the publisher that may accept it.' }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type NodeTransfer = Static<typeof NodeTransfer>

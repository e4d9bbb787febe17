import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, exactly, oneOf } from '../ground/shapes.ts'
import { limits } from '../limits.ts'

const CanRunCode = Type.Boolean({
  description: "The format is that of Python's pickle, which can run code while it is loaded.",
})

const From = oneOf(
  ['code', 'example', 'docs'],
  'How it is known: `code` downloads it, a workflow of the pack names it (`example`), or its `docs` do. The surest is first.',
)

const IsPage = Type.Boolean({
  description: 'The URL is a page where people choose the file, so programs cannot download it.',
})

export const KnownModel = Type.Object({
  name: Type.String(),
  folder: Type.Optional(
    Type.String({ description: "Below the tool's folder of models. Omitted if it is not known." }),
  ),
  url: Type.String(),
  host: Type.String({ description: 'The host of the URL. People should see it before they download.' }),
  sha256: Type.Optional(Type.String()),
  size: Type.Optional(Type.Integer({ description: 'Bytes.' })),
  license: Type.Optional(Type.String({ description: 'As the hub names it, such as `apache-2.0`.' })),
  is_gated: Type.Optional(
    Type.Boolean({ description: 'Whether the hub asks people to sign in and accept terms first.' }),
  ),
  source: oneOf(
    ['hub', 'list', 'workflow', 'pack'],
    "The hub's list of the files of a repository, a list of models, the record of a workflow, or a pack that names it.",
  ),
  node_id: Type.Optional(Type.String({ description: 'The pack that names it.' })),
  from: Type.Optional(From),
  is_page: Type.Optional(IsPage),
  can_run_code: CanRunCode,
})
export type KnownModel = Static<typeof KnownModel>

export const ResolvedModel = Type.Object({
  status: oneOf(
    ['found', 'ambiguous', 'unknown'],
    '`ambiguous`: different files have this name. Compare folders and hosts before choosing one.',
  ),
  models: Type.Array(KnownModel, { description: 'At most five, those with a known hash first.' }),
})
export type ResolvedModel = Static<typeof ResolvedModel>

export const resolveModels = route({
  method: 'POST',
  path: '/bulk/models/resolve',
  access: 'public',
  summary: 'Where model files can be downloaded, by name or hash, for many at once',
  description:
    'Names are compared regardless of folder and letter case. The registry names only addresses that it has read in lists, workflows, responses of the hub, or packs, and invents none. Those of packs come last, if the others know none. Returns one result for each entry, in the same order.',
  body: exactly({
    models: Type.Array(
      exactly({
        name: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
        folder: Type.Optional(Type.String({ maxLength: 300 })),
        sha256: Type.Optional(
          Type.String({ pattern: '^[0-9a-fA-F]{64}$', 'x-form': 'a SHA-256 in hexadecimal' }),
        ),
      }),
      { maxItems: limits.resolvedModels },
    ),
  }),
  response: Type.Object({ models: Type.Array(ResolvedModel) }),
})

/** A model that a pack names with an address. */
export const PackModel = Type.Object({
  url: Type.String({
    description: "The file, a page where people choose it, or the hub's repository if no file is named.",
  }),
  host: KnownModel.properties.host,
  name: Type.Optional(Type.String({ description: 'Omitted for a whole repository.' })),
  folder: Type.Optional(
    Type.String({ description: "Below the tool's folder of models. Omitted if it is not stated." }),
  ),
  from: From,
  is_page: Type.Optional(IsPage),
  file: Type.String({ description: 'The first place that names it.' }),
  line: Type.Integer(),
  sha256: KnownModel.properties.sha256,
  size: KnownModel.properties.size,
  license: KnownModel.properties.license,
  is_gated: KnownModel.properties.is_gated,
  can_run_code: CanRunCode,
})
export type PackModel = Static<typeof PackModel>

/** An input of a comfy-node that names files of models. */
export const ModelInput = Type.Object({
  comfy_node_name: Type.String(),
  input: Type.Optional(Type.String({ description: 'Omitted for inputs that only the front end adds.' })),
  place: Type.Optional(
    Type.Integer({ description: 'The position among the values that a saved workflow stores, from 0.' }),
  ),
  folders: Type.Array(Type.String(), {
    description: 'Where the tool looks for the files, below its folder of models.',
  }),
  files: Type.Array(Type.String(), {
    description: 'Files that the pack offers by name, so that people need not have them.',
  }),
})

export const listPackModels = route({
  method: 'POST',
  path: '/bulk/models/packs',
  access: 'public',
  summary: 'Models that packs download or document, for many packs at once',
  description:
    'Read from constants in code, from example workflows, and from documentation of the latest version or the latest reading. Authors of packs write them, so show the host before a download. Addresses that code computes are left out. Unknown packs, and those that were not read, have none. Returns one result for each node, in the same order.',
  body: exactly({
    nodes: Type.Optional(Type.Array(exactly({ node_id: AnyId }), { maxItems: limits.checkedNodes })),
    node_ids: Type.Optional(
      Type.Array(AnyId, {
        maxItems: limits.checkedNodes,
        deprecated: true,
        description: 'The former form of `nodes`, for clients of 1.0.0.',
      }),
    ),
  }),
  response: Type.Object({
    packs: Type.Array(
      Type.Object({
        node_id: Type.String({ description: 'The id of the pack; the one of the request if it is unknown.' }),
        models: Type.Array(PackModel),
        inputs: Type.Optional(
          Type.Array(ModelInput, {
            description:
              'Inputs of its comfy-nodes that name files of models, from the lists in its code. Omitted if it has none.',
          }),
        ),
      }),
    ),
  }),
})

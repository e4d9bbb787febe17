import Type, { type Static } from 'typebox'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { oneOf } from './shapes.ts'

export const KnownModel = Type.Object({
  name: Type.String(),
  folder: Type.String({ description: "Below the tool's folder of models." }),
  url: Type.String(),
  host: Type.String({ description: 'The host of the URL. People should see it before they download.' }),
  sha256: Type.Optional(Type.String()),
  size: Type.Optional(Type.Integer({ description: 'Bytes.' })),
  source: oneOf(['list', 'workflow'], 'A list that operators imported, or the record of a workflow.'),
  can_run_code: Type.Boolean({
    description: "The format is that of Python's pickle, which can run code while it is loaded.",
  }),
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
    'Names are compared without folders and letter case. The registry names only addresses that it has read in lists or workflows, and invents none. Returns one result for each entry, in the same order.',
  body: Type.Object({
    models: Type.Array(
      Type.Object({
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

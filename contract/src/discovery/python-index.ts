import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { Signed, signedMembers } from '../ground/signed.ts'
import { CatalogueFile } from './catalogue.ts'

/** The `typ` in the signed header, so that no other signed document passes for a slice. */
export const pythonIndexType = 'nodeyard-python-index+jws'
export const pythonIndexFormat = 'nodeyard-python-index/1'

/** The signed payload of the pointer, as canonical JSON (RFC 8785). */
export const PythonIndexPointer = Type.Object({
  ...signedMembers,
  file: Type.Object(CatalogueFile.properties, {
    description: 'JSON lines at `/python-index/{digest}`: a head with the format, then a line per package.',
  }),
  packages: Type.Integer(),
  read_at: Type.String({
    format: 'date-time',
    description: 'When reading the package index began. Later releases are not in the slice.',
  }),
  sequence: Type.Integer({
    description:
      'Increases with every pointer. Refuse a pointer with a lower number than the last one you saw.',
  }),
  versions: Type.Integer(),
})
export type PythonIndexPointer = Static<typeof PythonIndexPointer>

export const getPythonIndex = route({
  method: 'GET',
  path: '/python-index/latest',
  access: 'public',
  summary: 'Signed pointer to the slice of the Python package index',
  description:
    'The payload is a `PythonIndexPointer`. The slice has the packages that nodes require, directly or not. Send `If-None-Match`.',
  response: Signed,
  errors: ['python_index_not_read'],
})

import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { oneOf, sha256Form } from '../ground/shapes.ts'
import { Signed, signedMembers } from '../ground/signed.ts'
import { limits } from '../limits.ts'
import { datasetTableNames, datasetTables } from './dataset-tables.ts'

/** The `typ` in the signed header, so that no other signed document passes for a dataset. */
export const datasetType = 'nodeyard-dataset+jws'
export const datasetFormat = 'nodeyard-dataset/1'

export const datasetEncodings = ['jsonl.gz', 'parquet'] as const
export type DatasetEncoding = (typeof datasetEncodings)[number]

export const DatasetFile = Type.Object({
  name: Type.String({ description: 'Such as `nodes.parquet`.' }),
  table: oneOf(datasetTableNames),
  rows: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  digest: Type.String({ ...sha256Form, description: 'SHA-256 of the file, in hexadecimal.' }),
})
export type DatasetFile = Static<typeof DatasetFile>

/** The signed payload, as canonical JSON (RFC 8785). */
export const Dataset = Type.Object({
  ...signedMembers,
  files: Type.Array(DatasetFile, { description: 'Each table as JSON lines and as Parquet.' }),
  format: Type.Literal(datasetFormat),
  sequence: Type.Integer({ description: 'Increases with every dataset.' }),
})
export type Dataset = Static<typeof Dataset>

export const getDataset = route({
  method: 'GET',
  path: '/dataset/latest',
  access: 'public',
  summary: 'Signed list of the files of the public dataset',
  description: `The payload is a \`Dataset\`, made every night. Its files are at \`/dataset/files/{digest}/{name}\` for ${limits.datasetDays} days, and the newest ones at \`/dataset/files/{name}\`.`,
  response: Signed,
  errors: ['dataset_not_made'],
})

export const getDatasetSchema = route({
  method: 'GET',
  path: '/dataset/schema',
  access: 'public',
  summary: 'Schema of the public dataset',
  description: 'A JSON Schema for the rows of each table.',
  response: Type.Object({
    format: Type.Literal(datasetFormat),
    tables: Type.Record(Type.String(), Type.Any()),
  }),
})

export const datasetSchema = { format: datasetFormat, tables: datasetTables } as const

import Type, { type Static } from 'typebox'
import { limits } from '../limits.ts'
import { route } from './route.ts'

export const ErrorDescription = Type.Object({
  code: Type.String(),
  status: Type.Integer(),
  message: Type.String(),
})
export type ErrorDescription = Static<typeof ErrorDescription>

export const describeError = route({
  method: 'GET',
  path: '/errors/:code',
  access: 'public',
  summary: 'The documentation of an error code',
  description: 'The `type` of problem details points here.',
  params: Type.Object({ code: Type.String({ maxLength: limits.nameLength }) }),
  response: ErrorDescription,
  errors: ['error_not_found'],
})

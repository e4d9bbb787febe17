import Type, { type Static, type TObject } from 'typebox'
import { bodyReader } from '../../../ground/http/input.ts'

/** Request context of a call. */
export interface IdentityCaller {
  ip: string
  /** The language that the client requests. */
  locale: string
  /** The latest ID token of this browser, for calls in which the client sends none. */
  browserToken: string | undefined
}

/** A call of the identity protocol: a POST with a body, or a GET with a query. */
export interface Operation {
  method: 'GET' | 'POST'
  path: string
  run(input: unknown, caller: IdentityCaller): Promise<object>
}

interface Definition<Input extends TObject> extends Omit<Operation, 'run'> {
  input: Input
  run(input: Static<Input>, caller: IdentityCaller): Promise<object>
}

/** Defines a call that validates its input. Unknown members such as `clientType` are ignored. */
export function operation<Input extends TObject>({ input, run, ...call }: Definition<Input>): Operation {
  const read = bodyReader(input)
  return { ...call, run: (sent, caller) => run(read(sent), caller) }
}

export const toolkit = '/identitytoolkit.googleapis.com'
export const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
export const textOrNull = (maxLength: number) =>
  Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]))
export const token = text(8192)
export const credentials = { email: text(320), password: text(4096) }

import { describeError, type ErrorCode, errors } from '@nodeyard/contract/ground'
import { RegistryError } from '../errors.ts'
import { type App, mount } from './mount.ts'

/** Serves `GET /errors/{code}`, the target of `type` in problem details. */
export function mountErrors(app: App): void {
  mount(app, describeError, async ({ params: { code } }) => {
    if (!Object.hasOwn(errors, code)) throw new RegistryError('error_not_found')
    return { code, ...errors[code as ErrorCode] }
  })
}

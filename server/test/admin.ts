import { type Registry, registryAt } from '@nodeyard/contract/ground'
import { signAdminToken } from '../src/people/identity/admin-token.ts'
import { toActor } from '../src/people/identity/users.ts'
import type { World } from './world.ts'

/** Signs in as an admin with the additional admin token. */
export async function asAdmin(world: World): Promise<Registry> {
  const user = await world.given.user({ is_admin: true })
  const { token } = await signAdminToken(world.deps, toActor(user))
  return registryAt('http://registry.test', (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${token}`)
    return world.fetch(input, { ...init, headers })
  })
}

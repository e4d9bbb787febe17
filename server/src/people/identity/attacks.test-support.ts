import { IdentityClient } from '../../../test/identity-client.ts'
import { useWorld } from '../../../test/world.ts'

export const holder = useWorld()

export const client = (options?: ConstructorParameters<typeof IdentityClient>[1]) =>
  new IdentityClient(holder.world, options)

export const password = 'right-horse-9'

export let count = 0

export const nextNumber = () => ++count % 250

export const newEmail = () => `eve-${++count}@example.test`

export async function signedUp() {
  const email = newEmail()
  const { body } = await client({ ip: `10.0.0.${nextNumber()}` }).post('accounts:signUp', {
    email,
    password,
  })
  return { email, ...body } as { email: string; idToken: string; refreshToken: string; localId: string }
}

export async function statusWith(token: string, path = '/users'): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await holder.world.fetch(`http://registry.test${path}`, { headers })).status
}

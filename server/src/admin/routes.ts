import * as contract from '@nodeyard/contract/admin'
import { type App, mount } from '../http/mount.ts'
import { userOf } from '../permissions.ts'
import { generateAdminToken } from './generate-token.ts'

export function mountAdmin(app: App): void {
  const { deps } = app
  mount(app, contract.generateAdminToken, async ({ actor }) => {
    const { token, expiresAt } = await generateAdminToken(deps, userOf(actor))
    return { token, expires_at: expiresAt.toISOString() }
  })
}

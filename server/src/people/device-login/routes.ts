import { limits } from '@nodeyard/contract/limits'
import * as contract from '@nodeyard/contract/people'
import { ConcurrencyLimit } from '../../ground/http/concurrency-limit.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { userOf } from '../../ground/permissions.ts'
import { approveDeviceLogin, denyDeviceLogin, readDeviceLogin } from './decide.ts'
import type { Deps } from './deps.ts'
import { redeemDeviceLogin } from './redeem.ts'
import { startDeviceLogin } from './start.ts'

/** Mounts the sign-in of programs through a browser. */
export function mountDeviceLogin(app: App<Deps>): void {
  const { deps } = app
  const waits = new ConcurrencyLimit(limits.deviceLoginWaitsAtOnce)
  const limit = { name: 'device-logins', perMinute: limits.deviceLoginsPerMinute }
  mount(app, contract.startDeviceLogin, ({ body, ip }) => startDeviceLogin(deps, body, ip), { limit })
  mount(app, contract.redeemDeviceLogin, ({ body, caller }) =>
    redeemDeviceLogin(
      { ...deps, waits },
      { deviceCode: body.device_code, waitSeconds: body.wait ?? 0, caller },
    ),
  )
  // Each request that tells whether a code is right is limited.
  const guesses = { limit: { name: 'device-codes', perMinute: limits.deviceLoginsPerMinute } }
  mount(app, contract.getDeviceLogin, ({ params, ip }) => readDeviceLogin(deps, params.userCode, ip), guesses)
  mount(
    app,
    contract.approveDeviceLogin,
    async ({ params, body, actor }) => {
      await approveDeviceLogin(deps, userOf(actor), params.userCode, body)
      return null
    },
    guesses,
  )
  mount(
    app,
    contract.denyDeviceLogin,
    async ({ params, body, actor }) => {
      await denyDeviceLogin(deps, userOf(actor), params.userCode, body.publisher_id)
      return null
    },
    guesses,
  )
}

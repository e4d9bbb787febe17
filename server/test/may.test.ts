import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { type Access, mayCall, type Viewer } from '@nodeyard/contract/ground'
import { removeMember } from '@nodeyard/contract/people'
import { routes } from '@nodeyard/contract/routes'
import type { ActorName } from './permission-scene.ts'
import { type Outcome, permissionTable } from './permission-table.ts'

const person = { isSignedIn: true, isAdmin: false, isBanned: false }

/** The facts that a screen has about its viewer. An admin gets the short-lived token on demand. */
const viewers: Partial<Record<ActorName, Viewer>> = {
  anonymous: { ...person, isSignedIn: false },
  user: person,
  member: { ...person, role: 'member' },
  owner: { ...person, role: 'owner' },
  otherOwner: person,
  bannedOwner: { ...person, role: 'owner', isBanned: true },
  adminWithToken: { ...person, isAdmin: true },
}

const aboutWhoAsks: readonly Outcome[] = [
  'missing_credential',
  'invalid_credential',
  'not_admin',
  'admin_sign_in_required',
  'admin_token_required',
  'not_publisher_owner',
  'not_service',
  'invalid_publish_token',
  'user_banned',
]

/** Screens never use the routes for programs and customers. */
const ofPrograms: readonly Access[] = ['webhook', 'publish-token', 'customer']
const onScreens = permissionTable.filter(
  ({ route, expected: { adminWithToken, owner } }) =>
    !ofPrograms.includes(route.access) &&
    [adminWithToken, owner].some((outcome) => !aboutWhoAsks.includes(outcome)),
)

describe('screens', () => {
  it('offer exactly the actions that the API allows', () => {
    assert.ok(onScreens.length > 50)
    for (const { route, expected } of onScreens) {
      for (const [actor, viewer] of Object.entries(viewers) as [ActorName, Viewer][]) {
        const isSelf = route === removeMember && actor === 'member'
        assert.equal(
          mayCall(route, { ...viewer, isSelf }),
          !aboutWhoAsks.includes(expected[actor]),
          `${actor}: ${route.method} ${route.path}`,
        )
      }
    }
  })

  it('require a right only on routes with a sign-in', () => {
    for (const route of Object.values(routes)) {
      if (route.right) assert.match(route.access, /^signed-in/, route.path)
    }
  })

  /** The screen behind these routes requires a sign-in and nothing more. */
  const forAllSignedIn = new Set([
    'approveDeviceLogin',
    'endOwnSessions',
    'noteLanguage',
    'setFollow',
    'showInvitation',
  ])

  it('check the right of the route that they call before every change', () => {
    const folder = join(import.meta.dirname, '../../web/src')
    const sources = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.test.*'] }).map((file) =>
      readFileSync(join(folder, file), 'utf8'),
    )
    const isCalled = (name: string) =>
      sources.some((source) => new RegExp(`\\.call\\(\\s*${name}\\b`).test(source))
    const isAsked = (name: string) =>
      sources.some((source) =>
        new RegExp(`(\\b(?:may\\w*|useMay\\(\\))\\(|\\broute:)\\s*${name}\\b`).test(source),
      )
    const changing = Object.entries(routes)
      .filter(
        ([name, { method, access }]) => method !== 'GET' && access !== 'public' && !forAllSignedIn.has(name),
      )
      .map(([name]) => name)
    assert.deepEqual(
      changing.filter((name) => isCalled(name) && !isAsked(name)),
      [],
    )
  })
})

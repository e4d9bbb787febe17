import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RegistryRefusal, registryAt } from '@nodeyard/contract/ground'
import { routes } from '@nodeyard/contract/routes'
import { type ActorName, actors, makeScene, type Scene, sigstoreOfScenes } from '../test/permission-scene.ts'
import { permissionTable, type Row } from '../test/permission-table.ts'
import { useWorld } from '../test/world.ts'
import { attestationVerifier } from './packs/attestations/verify.ts'

const registry = useWorld({
  attestationVerifier: attestationVerifier(async () => sigstoreOfScenes.trustedRoot()),
})

describe('the permission table', () => {
  it('has exactly one row per route', () => {
    const inTable = permissionTable.map(({ route }) => route)
    const missing = Object.entries(routes).filter(([, route]) => !inTable.includes(route))
    assert.deepEqual(
      missing.map(([name]) => name),
      [],
    )
    assert.equal(new Set(inTable).size, inTable.length)
  })
})

describe('the permission of every actor on every route', () => {
  /** Reused until an action changes it. */
  let scene: Scene | undefined

  for (const row of permissionTable) {
    it(`${row.route.method} ${row.route.path}`, async () => {
      const outcomes: Partial<Record<ActorName, string>> = {}
      for (const actor of actors) {
        scene ??= await makeScene(registry.world)
        outcomes[actor] = await outcomeOf(row, scene, actor)
        if (outcomes[actor] !== 'ok' || !(row.isAudited(actor) || row.usesUp)) continue
        await registry.world.runJobs()
        scene = undefined
      }
      assert.deepEqual(outcomes, row.expected)
    })
  }
})

/** Makes the call, and checks that a success is in the audit log and a refusal is not. */
async function outcomeOf(
  { route, input, isAudited, headers }: Row,
  scene: Scene,
  actor: ActorName,
): Promise<string> {
  const { world } = registry
  const client = registryAt('http://registry.test', world.fetch)
  const given = input(scene, actor)
  const isTokenInBody = actor.startsWith('token') && JSON.stringify(given).includes('personal_access_token')
  const credential = isTokenInBody ? {} : await scene.headersOf(actor)
  const before = await countEvents()
  const outcome = await client.call(route, given, { headers: { ...headers, ...credential } }).then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof RegistryRefusal) return error.problem.error
      throw error
    },
  )
  const isRecorded = (await countEvents()) > before
  assert.equal(isRecorded, outcome === 'ok' && isAudited(actor), `${actor}: recorded in the audit log`)
  return outcome
}

async function countEvents(): Promise<number> {
  const { count } = await registry.world.deps.db
    .selectFrom('audit_events')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

import type { Deps } from '../../deps.ts'
import { recordEvent } from '../../ground/audit/sql.ts'
import { transact } from '../../ground/db/changes.ts'
import { listSealed, type SealedPlace, sealedPlaces, setSealed } from './sql.ts'

type SealDeps = Pick<Deps, 'db' | 'seal'>

export interface SecretCounts {
  /** Encrypted with the first key by this call. */
  resealed: number
  /** Still encrypted with another key of the list. */
  previous: number
  /** Columns with secrets that no key decrypts, each with their number. */
  unreadable: Record<string, number>
}

/** Encrypts all stored secrets with the first `IDENTITY_KEY`, so that the other keys can be removed. */
export async function reseal(deps: SealDeps & Pick<Deps, 'changes' | 'now'>): Promise<SecretCounts> {
  const counts = await visitSecrets(deps, ['plaintext', 'previous'])
  await transact(deps, (tx) =>
    recordEvent(tx, {
      actor: { kind: 'operator', id: 'operator' },
      action: 'identity.reseal',
      subject: { kind: 'registry', id: 'registry' },
      after: { resealed: counts.resealed },
      at: deps.now(),
    }),
  )
  return counts
}

/**
 * Encrypts secrets that were stored without a key, and returns warnings about the others. Those under a previous key stay,
 * because running processes may not have the first one yet.
 */
export async function checkSecrets(deps: SealDeps): Promise<string[]> {
  const { previous, unreadable } = await visitSecrets(deps, ['plaintext'])
  return [
    ...(previous > 0
      ? [
          `${previous} stored secrets are encrypted with a previous IDENTITY_KEY. Before you remove it, run npm run registry -- reseal`,
        ]
      : []),
    ...unreadableLines(unreadable),
  ]
}

/** Returns a line about the secrets that no key decrypts, if there are any. */
export function unreadableLines(unreadable: SecretCounts['unreadable']): string[] {
  const places = Object.entries(unreadable).map(([place, count]) => `${place}: ${count}`)
  return places.length > 0
    ? [
        `No key in IDENTITY_KEY decrypts some stored secrets (${places.join(', ')}). Add the key that encrypted them`,
      ]
    : []
}

async function visitSecrets(deps: SealDeps, wanted: readonly string[]): Promise<SecretCounts> {
  const counts: SecretCounts = { resealed: 0, previous: 0, unreadable: {} }
  for (const place of sealedPlaces) while (!(await visitPlace(deps, place, wanted, counts)));
  return counts
}

/** Returns false if a secret changed meanwhile, so that it needs another visit. */
async function visitPlace(
  { db, seal }: SealDeps,
  place: SealedPlace,
  wanted: readonly string[],
  counts: SecretCounts,
): Promise<boolean> {
  const name = `${place.table}.${place.column}`
  const found = { previous: 0, unreadable: 0, missed: 0 }
  for await (const { key, text } of listSealed(db, place)) {
    const state = seal.stateOf(text)
    if (wanted.includes(state)) {
      const isDone = await setSealed(db, place, { key, from: text, to: seal.close(seal.open(text)) })
      if (isDone) counts.resealed++
      else found.missed++
    } else if (state === 'previous' || state === 'unreadable') found[state]++
  }
  if (found.missed > 0) return false
  counts.previous += found.previous
  if (found.unreadable > 0) counts.unreadable[name] = found.unreadable
  return true
}

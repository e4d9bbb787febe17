import type { ChangedPart, ReviewFinding } from '@nodeyard/contract/safety'
import type { DbOrTx } from '../../ground/db/database.ts'
import type { GroundPart } from '../../ground/db/schema.ts'
import { type DecidedFinding, toFindingDecision } from '../../packs/decisions/of-version.ts'
import { countSpread, findEarlier, type Spread } from '../../packs/decisions/sql.ts'
import { keyOf } from '../../packs/publishing/complete-grounds.ts'

/** Adds to each blocking finding its code, what changed since the last decision, and where else that code is. */
export async function withCode(
  db: DbOrTx,
  version: { id: string; node_id: string },
  findings: readonly ReviewFinding[],
  decided: readonly DecidedFinding[],
): Promise<ReviewFinding[]> {
  const byFinding = new Map(decided.map((one) => [keyOf(one.grounds), one]))
  const spread = await countSpread(
    db,
    version.id,
    decided.map(({ grounds }) => grounds.digest),
  )
  const found: ReviewFinding[] = []
  for (const finding of findings) {
    const one = byFinding.get(keyOf(finding))
    found.push(one ? await withGrounds(db, version.node_id, finding, one, spread) : finding)
  }
  return found
}

async function withGrounds(
  db: DbOrTx,
  nodeId: string,
  finding: ReviewFinding,
  { grounds, decision }: DecidedFinding,
  spread: readonly Spread[],
): Promise<ReviewFinding> {
  const earlier = decision ? undefined : await findEarlier(db, nodeId, grounds)
  const settles = spread.find(({ digest }) => digest === grounds.digest)
  const { waiting, releases, nodes } = settles ?? { waiting: 0, releases: 0, nodes: 0 }
  return {
    ...finding,
    digest: grounds.digest,
    parts: grounds.parts,
    settles: { waiting, releases, nodes },
    ...(earlier
      ? {
          change: {
            since: { ...toFindingDecision(earlier), reason: earlier.reason },
            parts: changesOf(earlier.parts, grounds.parts),
          },
        }
      : {}),
  }
}

/** Returns the parts that differ. Parts with the same name belong together in their order. */
export function changesOf(before: readonly GroundPart[], after: readonly GroundPart[]): ChangedPart[] {
  const textsOf = (parts: readonly GroundPart[]) => new Set(parts.map(identityOf))
  const [had, has] = [textsOf(before), textsOf(after)]
  const gone = before.filter((part) => !has.has(identityOf(part)))
  const changes: ChangedPart[] = []
  for (const { file, name, line, text } of after.filter((part) => !had.has(identityOf(part)))) {
    const i = gone.findIndex((part) => part.file === file && part.name === name)
    const [old] = i < 0 ? [] : gone.splice(i, 1)
    changes.push({
      file,
      name,
      line,
      ...(old?.text === undefined ? {} : { before: old.text }),
      ...(text === undefined ? {} : { after: text }),
    })
  }
  for (const { file, name, line, text } of gone)
    changes.push({ file, name, line, ...(text === undefined ? {} : { before: text }) })
  return changes
}

function identityOf({ file, name, text }: GroundPart): string {
  return JSON.stringify([file, name, text])
}

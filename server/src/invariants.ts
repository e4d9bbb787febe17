import { invariants as search } from './discovery/search/invariants.ts'
import type { Database } from './ground/db/database.ts'
import { findViolations, type Violation } from './ground/db/verify.ts'
import { invariants as appeals } from './packs/appeals/invariants.ts'
import { invariants as comfyNodes } from './packs/comfy-nodes/invariants.ts'
import { invariants as nodes } from './packs/nodes/invariants.ts'
import { invariants as publishing } from './packs/publishing/invariants.ts'
import { invariants as trustedPublishing } from './packs/trusted-publishing/invariants.ts'
import { invariants as customers } from './people/customers/invariants.ts'
import { invariants as publishers } from './people/publishers/invariants.ts'
import { invariants as advisories } from './safety/advisories/invariants.ts'

const invariants = {
  ...customers,
  ...publishers,
  ...appeals,
  ...comfyNodes,
  ...nodes,
  ...publishing,
  ...trustedPublishing,
  ...advisories,
  ...search,
}

/** Checks the invariants of all domains. */
export const violations = (database: Pick<Database, 'patient'>): Promise<Violation[]> =>
  findViolations(database, invariants)

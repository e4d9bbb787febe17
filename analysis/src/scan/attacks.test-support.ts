import type { Attack } from './attack-pack.test-support.ts'
import { codeAttacks, processAttacks, scriptAttacks } from './attacks-by-code.test-support.ts'
import { laterAttacks, nestedAttacks } from './attacks-by-data.test-support.ts'
import { evasions, handedAttacks, hookedAttacks } from './attacks-by-evasion.test-support.ts'
import { everydayAttacks, libraryAttacks, standingAttacks } from './attacks-by-library.test-support.ts'
import { placesByValue } from './attacks-by-place.test-support.ts'
import { fileAttacks, reachAttacks } from './attacks-by-reach.test-support.ts'
import { nearlyHonest, pageAttacks, scriptEvasions } from './attacks-in-pages.test-support.ts'
import { scriptEnds, scriptPaths } from './attacks-in-scripts.test-support.ts'
import { arrivals, nativeAttacks } from './attacks-of-arrival.test-support.ts'
import { backdoors, destructions } from './attacks-of-backdoors.test-support.ts'
import { concealments } from './attacks-of-concealment.test-support.ts'
import { packings } from './attacks-of-packing.test-support.ts'
import { redirections } from './attacks-of-redirection.test-support.ts'
import { supplies, thefts } from './attacks-of-theft.test-support.ts'

export const attacks: readonly Attack[] = [
  ...nearlyHonest,
  ...codeAttacks,
  ...processAttacks,
  ...reachAttacks,
  ...scriptAttacks,
  ...scriptEvasions,
  ...fileAttacks,
  ...laterAttacks,
  ...nestedAttacks,
  ...evasions,
  ...hookedAttacks,
  ...handedAttacks,
  ...pageAttacks,
  ...arrivals,
  ...nativeAttacks,
  ...backdoors,
  ...destructions,
  ...thefts,
  ...supplies,
  ...concealments,
  ...libraryAttacks,
  ...everydayAttacks,
  ...standingAttacks,
  ...placesByValue,
  ...packings,
  ...redirections,
  ...scriptPaths,
  ...scriptEnds,
]

import full from 'spdx-license-list/spdx-full.json' with { type: 'json' }
import { restrictionsIn, sketchOf, wordsIn } from '../../analysis/src/manifest/license-sketch.ts'

interface Listed {
  name: string
  osiApproved: boolean
  licenseText: string
}

/** Packs use licenses for software, and those for models and pictures. */
const isUsed = (id: string, { osiApproved }: Listed) =>
  osiApproved || /^(?:CC-?\d|CC-BY|CC0|CC-PDDC|WTFPL|PolyForm|BUSL|Elastic|SSPL|Hippocratic)/.test(id)

/** Whether later versions apply, too, is said outside of the text. */
const laterId = /-or-later$/
const onlyId = /-only$/

/** Returns the licenses with sketches of their texts, one a line. */
export function knownLicenses(): string {
  const rows = Object.entries(full as Record<string, Listed>)
    .filter(([id, license]) => isUsed(id, license) && !laterId.test(id))
    .map(([id, license]) => [id.replace(onlyId, ''), license] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { name, osiApproved, licenseText }]) => {
      const words = wordsIn(licenseText)
      return JSON.stringify([
        id,
        name,
        osiApproved ? 1 : 0,
        words.length,
        restrictionsIn(licenseText),
        sketchOf(words),
      ])
    })
  return `[\n  ${rows.join(',\n  ')}\n]\n`
}

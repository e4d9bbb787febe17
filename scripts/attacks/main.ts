// npm run lab -- attacks: measures the scan over generated attacks and their harmless twins (docs/attack-model.md).
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { testParser } from '../../analysis/src/python/parser.test-support.ts'
import { judge, type Rates, ratesBy, ratesOf } from '../../analysis/src/scan/model/measure.test-support.ts'
import { generatePairs, type Pair } from '../../analysis/src/scan/model/pairs.test-support.ts'

const usage = `npm run lab -- attacks: scans generated attacks and their harmless twins

  --seed NUMBER    other pairs for another number (1)
  --pairs NUMBER   400
  --held-out       uses the carriers that no rule was written for
  --list           shows the attacks that are not held and the twins that are
  --write FOLDER   writes those packs to a folder
`
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    pairs: { type: 'string', default: '400' },
    'held-out': { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    write: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const [seed, count] = [Number(values.seed), Number(values.pairs)]
async function measure(): Promise<void> {
  const pairs = generatePairs({ seed, count, heldOut: values['held-out'] })
  const judged = await judge(pairs, await testParser())
  const parts: Record<string, (pair: Pair) => readonly string[]> = {
    language: ({ language }) => [language],
    source: ({ language, source }) => [`${language}: ${source}`],
    carrier: ({ language, carriers }) => carriers.map((carrier) => `${language}: ${carrier}`),
    form: ({ language, form }) => form.map((one) => `${language}: ${one}`),
    sink: ({ language, sink }) => [`${language}: ${sink}`],
  }
  for (const [part, namesOf] of Object.entries(parts)) {
    console.log(`\n| ${part} | pairs | attacks held | twins held |\n| --- | ---: | ---: | ---: |`)
    for (const [name, rates] of ratesBy(judged, namesOf)) console.log(row(name, rates))
  }
  for (const pair of judged) {
    if (pair.heldBy.length === 0) show(pair, pair.index, 'attack', 'not held')
    if (pair.twinHeldBy.length > 0) show(pair, pair.index, 'twin', `held by ${pair.twinHeldBy.join(', ')}`)
  }
  const { attacks, twins } = ratesOf(judged)
  console.log(
    `\nSeed ${seed}: ${attacks} of ${count} attacks held (${share(attacks)}), ${twins} twins (${share(twins)})`,
  )
}

const share = (held: number) => `${((100 * held) / count).toFixed(1)} %`

const row = (name: string, { pairs, attacks, twins }: Rates) =>
  `| ${name} | ${pairs} | ${attacks} | ${twins} |`

function show(pair: Pair, index: number, kind: 'attack' | 'twin', says: string): void {
  const { language, source, carriers, sink } = pair
  if (values.list)
    console.log(`${index} ${kind} ${language}: ${source} → ${carriers.join(' → ')} → ${sink}: ${says}`)
  if (values.write === undefined) return
  for (const [path, text] of Object.entries(pair[kind])) {
    const target = join(values.write, `${index}-${kind}`, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
}

if (values.help) console.log(usage)
else if (!Number.isInteger(seed) || !Number.isInteger(count) || count < 1) {
  console.error('--seed and --pairs take whole numbers')
  process.exitCode = 2
} else await measure()

// npm run measure [-- static | running] [--places]: figures of the source, the installation and a running registry.
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../set-up.mjs'
import { installedFigures, runningFigures } from './running.ts'
import { readSources } from './source.ts'
import { brokenLimits, type Figure, isMet, staticFigures } from './static.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { places: { type: 'boolean' } },
})
const [part] = positionals
if (part !== undefined && part !== 'static' && part !== 'running') {
  console.error('Usage: npm run measure [-- static | running] [--places]')
  process.exit(1)
}

const ofSource = part === 'running' ? [] : staticFigures(readSources())
const figures = [...ofSource, ...(part === 'static' ? [] : await measureRunning())]
console.log('| figure | value | goal | |\n| --- | ---: | ---: | --- |')
for (const figure of figures) console.log(toRow(figure))
if (values.places) for (const figure of figures) printPlaces(figure)
const broken = brokenLimits(ofSource)
for (const one of broken) console.error(`Over the limit that npm run check enforces: ${one}`)
process.exitCode = broken.length > 0 ? 1 : 0

async function measureRunning(): Promise<Figure[]> {
  await ensureBuilt()
  return [...installedFigures(), ...(await runningFigures())]
}

function toRow(figure: Figure): string {
  const { name, value, unit = '', goal, isLeast } = figure
  const wanted = goal === undefined ? '' : `${isLeast ? '≥' : '≤'} ${goal.toLocaleString('en')}`
  const verdict = goal === undefined ? '' : isMet(figure) ? 'met' : 'missed'
  return `| ${name} | ${value.toLocaleString('en')} ${unit} | ${wanted} | ${verdict} |`
}

function printPlaces({ name, places = [] }: Figure): void {
  if (places.length > 0) console.log(`\n${name}:\n${places.map((place) => `  ${place}`).join('\n')}`)
}

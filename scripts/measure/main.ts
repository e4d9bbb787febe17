// npm run measure [-- lines | running]: the product's lines by part, and figures of an installed, running registry.
import { budget } from '../architecture/budget.ts'
import { listProduct, sumByPart } from '../architecture/lines.ts'
import { ensureBuilt } from '../set-up.mjs'
import { type Figure, installedFigures, runningFigures } from './running.ts'

const [part] = process.argv.slice(2)
if (part !== undefined && part !== 'lines' && part !== 'running') {
  console.error('Usage: npm run measure [-- lines | running]')
  process.exit(1)
}

console.log('| figure | value | at most | |\n| --- | ---: | ---: | --- |')
if (part !== 'running') for (const figure of lineFigures()) console.log(toRow(figure))
if (part !== 'lines') {
  await ensureBuilt()
  for (const figure of [...installedFigures(), ...(await runningFigures())]) console.log(toRow(figure))
}

function lineFigures(): Figure[] {
  const figures = [...sumByPart(listProduct())].map(([name, value]) => {
    return { name, value, unit: 'lines', goal: budget[name]?.lines ?? 0 }
  })
  const sum = (key: 'value' | 'goal') => figures.reduce((total, figure) => total + figure[key], 0)
  return [...figures, { name: 'product', value: sum('value'), unit: 'lines', goal: sum('goal') }]
}

function toRow({ name, value, unit = '', goal }: Figure): string {
  const wanted = goal === undefined ? '' : goal.toLocaleString('en')
  const verdict = goal === undefined ? '' : value <= goal ? 'met' : 'missed'
  return `| ${name} | ${value.toLocaleString('en')} ${unit} | ${wanted} | ${verdict} |`
}

// Draws sentences at random, for somebody who reads them aloud: npm run lab -- draw [SEED]
import { join } from 'node:path'
import { type Kind, listFiles, readSentences } from './read.ts'

const root = join(import.meta.dirname, '../..')
const counts: Partial<Record<Kind, number>> = { comment: 100, 'test name': 50, message: 30, prose: 20 }

/** Returns numbers from 0 to 1, always the same ones for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const seed = Number(process.argv[2] ?? 1)
const random = randomFrom(seed)
const sentences = readSentences(root, listFiles(root)).filter(
  ({ isFirst, kind, text }) => isFirst && (kind !== 'prose' || text.split(' ').length > 5),
)
console.log(`Seed ${seed}`)
for (const [kind, count] of Object.entries(counts)) {
  const pool = sentences.filter((sentence) => sentence.kind === kind)
  console.log(`\n${count} of ${pool.length}: ${kind}`)
  for (let i = 0; i < count && pool.length > 0; i++) {
    const [drawn] = pool.splice(Math.floor(random() * pool.length), 1)
    if (drawn) console.log(`- ${drawn.text}  (${drawn.file}:${drawn.line})`)
  }
}

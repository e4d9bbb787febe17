// Prints the hits of the words check for each file below a folder; with --all also each sentence.
import { join } from 'node:path'
import { exceptions } from './exceptions.ts'
import { hitsIn } from './habits.ts'
import { listFiles, readSentences } from './read.ts'

const root = join(import.meta.dirname, '../..')
const [folder = ''] = process.argv.slice(2).filter((one) => !one.startsWith('--'))
const prefix = folder.replace(/^\.\//, '').replace(/\/+$/, '')
const files = listFiles(root).filter(
  (file) => prefix === '' || file === prefix || file.startsWith(`${prefix}/`),
)
const hits = hitsIn(readSentences(root, files)).filter(({ text }) => !Object.hasOwn(exceptions, text))

for (const [file, found] of Map.groupBy(hits, (hit) => hit.file)) {
  console.log(`${found.length} ${file}`)
  if (process.argv.includes('--all'))
    for (const { line, habit, text } of found) console.log(`  ${line}: ${habit}: ${text}`)
}
for (const [habit, found] of Map.groupBy(hits, (hit) => hit.habit)) console.log(`${habit}: ${found.length}`)
console.log(`${hits.length} hits in ${files.length} files`)

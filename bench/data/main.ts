// npm run lab -- generate --nodes 60000 [--comfy-nodes N] [--versions N] [--seed N]: fills an empty registry,
// that of DATABASE_URL or the embedded one of DATA_DIR, with generated data.
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/src/compose.ts'
import { readConfig } from '../../server/src/config.ts'
import { migrate } from '../../server/src/ground/db/migrate.ts'
import { violations } from '../../server/src/invariants.ts'
import { sizeFor } from './size.ts'
import { writeData } from './write.ts'

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1000' },
    'comfy-nodes': { type: 'string' },
    versions: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
const number = (name: keyof typeof values) => {
  const text = values[name]
  const count = Number(text)
  if (text !== undefined && (!Number.isInteger(count) || count < 1))
    throw new Error(`--${name}: a whole number of at least 1`)
  return text === undefined ? undefined : count
}
const size = sizeFor(number('nodes') ?? 1000, {
  comfyNodes: number('comfy-nodes'),
  versions: number('versions'),
  seed: number('seed'),
})
const database = await openDatabase(readConfig(process.env))
try {
  await migrate(database.patient)
  const { rows, seconds } = await writeData(database.db, size, (done) => console.log(done))
  console.log(`${rows} rows in ${seconds} s`)
  const found = await violations(database)
  for (const { rule, ids } of found) console.error(`${rule}: ${ids.join(', ')}`)
  process.exitCode = found.length === 0 ? 0 : 1
} finally {
  await database.close()
}

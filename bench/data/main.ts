// npm run lab -- generate --nodes 60000: fills an empty registry, that of DATABASE_URL or the embedded one of DATA_DIR,
// with generated data.
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/src/compose.ts'
import { readConfig } from '../../server/src/config.ts'
import { fillRegistry } from './database.ts'

const { values } = parseArgs({ options: { nodes: { type: 'string', default: '1000' } } })
const nodes = Number(values.nodes)
if (!Number.isInteger(nodes) || nodes < 1) throw new Error('--nodes: a whole number of at least 1')
const database = await openDatabase(readConfig(process.env))
await fillRegistry(database, nodes, (done) => console.log(done)).finally(() => database.close())

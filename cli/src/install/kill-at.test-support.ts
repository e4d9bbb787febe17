// Loaded before the program: ends it, as a power failure would, at the nth rename below a folder.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const at = Number(process.env['KILL_AT'])
const below = process.env['KILL_BELOW'] ?? ''
let count = 0

const { rename } = fs.promises
fs.promises.rename = async (from, to) => {
  const isCounted = String(to).startsWith(below)
  if (isCounted) count++
  if (isCounted && count === at) process.kill(process.pid, 'SIGKILL')
  await rename(from, to)
}
syncBuiltinESMExports()

import { parentPort, workerData } from 'node:worker_threads'
import { loadParser } from '../../cli/src/pack/open-pack.ts'
import { measureGrowth } from './growth.ts'
import { hostileCases } from './readers.ts'

/** A system can count CPU time in steps of 4 ms. */
const leastMs = 40

/** Measures one case, by its name, in a thread whose memory holds nothing of earlier inputs. */
const one = hostileCases(await loadParser()).find(({ name }) => name === workerData)
if (one) parentPort?.postMessage(await measureGrowth(one, leastMs))

// Inspects a pack in a folder or zip file as the registry would, and nothing else, so that its time and memory can be
// measured.
import { inspectPack } from '@nodeyard/analysis/inspection'
import { loadParser, withFiles } from '../server/src/operator/open-files.ts'

const parser = await loadParser()
/** Set by `report-usage.mjs`, which starts to count here. */
const { loaded } = globalThis as { loaded?: () => void }
loaded?.()
const inspection = await withFiles(process.argv[2] ?? '.', (files) => inspectPack(files, parser))
process.stdout.write(`${JSON.stringify(inspection, null, 2)}\n`)

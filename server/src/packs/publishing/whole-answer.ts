import type { Contents, Reading } from './analyst.ts'

/**
 * Whether a thread's result is complete. These threads read hostile archives, and a missing part must never count as an
 * empty one.
 */
export const isWhole = {
  structure: isArchiveReport,
  fingerprint: (answer: unknown) => Array.isArray(answer),
  hash: (answer: unknown) =>
    isRecord(answer) && Array.isArray(answer['hashes']) && Array.isArray(answer['skipped']),
  check: (answer: unknown) =>
    isRecord(answer) && Array.isArray(answer['fingerprints']) && isRecord(answer['check']),
  contents: isContents,
  read: (answer: unknown): answer is Reading =>
    isRecord(answer) && isContents(answer['contents']) && isPackReport(answer['pack']),
}

function isArchiveReport(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && Number.isInteger(value['files']) && Number.isInteger(value['unpackedBytes'])
}

function isContents(value: unknown): value is Contents {
  return isArchiveReport(value) && Array.isArray(value['fingerprints'])
}

function isPackReport(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value['documents']) || !Array.isArray(value['workflows']))
    return false
  const { inspection } = value
  const lists = [
    'comfy_nodes',
    'undecided',
    'findings',
    'grounds',
    'capabilities',
    'requirements',
    'replacements',
  ]
  return isRecord(inspection) && lists.every((name) => Array.isArray(inspection[name]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

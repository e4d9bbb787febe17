import type { PackFiles } from '../archive/pack-files.ts'
import { defined } from '../ground/defined.ts'
import type { Finding, Severity } from '../ground/finding.ts'
import { notAcross, sequence } from '../ground/text-search.ts'

const unreadRule = 'python-not-read'

/** Code that could not be scanned. */
export interface UnreadCode {
  path: string
  line: number
  reason: string
  severity?: Severity
}

/** The rest of a larger file is not searched, and counts as doubtful. */
const searchedBytes = 16 * 1024 * 1024

const runs =
  /\b(exec|eval|execfile|compile|__import__|import_module|run_path|run_module)\s*\(|\b(subprocess|Popen|popen|system|ctypes|marshal|pickle|dill|cloudpickle|pty|socket|importlib|builtins|__builtins__|__subclasses__)\b/
const decodes =
  /\b(b16decode|b32decode|b64decode|a85decode|b85decode|urlsafe_b64decode|fromhex|unhexlify|decompress|rot_?13|urlopen|urlretrieve|recv)\b|\brequests\s*\.|\bcodecs\s*\.\s*decode\b/
const runsInScript =
  /\b(eval|Function|atob|unescape|fromCharCode|importScripts|sendBeacon|insertAdjacentHTML)\b|\bdocument\s*\.\s*cookie\b|createElement\s*\(\s*["'`]script|\bimport\s*\(\s*[^"'`\s]/i
/** Escapes and numbers instead of words. */
const scrambled = /(\\x[0-9a-f]{2}){12}|(\b\d{2,3}\s*,\s*){60}/i

/** Code that runs something, with a source of such code in the same paragraph. */
const runsSource = sequence(runs, notAcross(/\n\s*\n/, decodes))

/**
 * Keeps findings about code that could not be analyzed from holding a version, unless the code itself is doubtful.
 * A limit of the analysis is not a fault of the pack.
 */
export async function judgeUnread(
  source: PackFiles,
  findings: readonly Finding[],
  python: readonly { text: string }[],
): Promise<Finding[]> {
  const judged: Finding[] = []
  for (const finding of findings) {
    const { rule, severity, file_path: path = '' } = finding
    const isOpen = rule === unreadRule && (severity === 'high' || severity === 'critical')
    if (!isOpen || (await isDoubtful(source, finding, path, python))) judged.push(finding)
    else judged.push({ ...finding, severity: 'medium' })
  }
  return judged
}

async function isDoubtful(
  source: PackFiles,
  { message }: Finding,
  path: string,
  python: readonly { text: string }[],
): Promise<boolean> {
  // Values are followed through all files together, so it is not this file alone that was not followed.
  if (message.includes(tangled))
    return python.some(({ text }) => runsSource.test(text) || scrambled.test(text))
  const file = source.files.find((one) => one.path === path)
  if (!file) return true
  if (file.size > searchedBytes) return true
  const text = new TextDecoder('latin1').decode(await source.read(path))
  if (/\.pyw?$/i.test(path)) return runs.test(text) || scrambled.test(text)
  return /\.([cm]?js|x?html?|svg)$/i.test(path) ? runsInScript.test(text) : true
}

/** The reason given when the steps of following the code are used up. */
export const tangled = 'too tangled to be followed'

/** Unread files can contain anything, so a person must review them. */
export function notRead(path: string, size: number): Finding {
  return unchecked(path, `The file has ${size} bytes, or the pack more such files than are read.`)
}

/** Reports code that could not be scanned. */
export function unreadable({ path, line, reason, severity }: UnreadCode): Finding {
  return { ...unchecked(path, `The file ${reason}.`), line_number: line, ...defined({ severity }) }
}

/** Reports code of a repository that an archive of it cannot contain. */
export const notPacked = (path: string): Finding =>
  unchecked(
    path,
    'The file was not read: it is a link, too large, elsewhere, or has a name that some systems confuse.',
  )

function unchecked(path: string, message: string): Finding {
  const rule = unreadRule
  return {
    issue_type: rule,
    file_path: path,
    message,
    scanner: 'nodeyard',
    rule,
    severity: 'high',
    why: 'Code that is too large or too deeply nested cannot be checked.',
    fix: 'Move data out of Python files, and leave generated and bundled code out of the pack.',
  }
}

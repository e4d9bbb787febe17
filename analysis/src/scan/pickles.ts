import type { Finding } from '../ground/finding.ts'
import { toFinding } from '../ground/finding.ts'

export const pickledCommand = {
  id: 'pickled-command',
  severity: 'critical',
  why: 'Loading this file runs the code that it names.',
  fix: 'Store plain data, such as safetensors or JSON.',
} as const

/**
 * Decodes as windows-1252: bytes from 128 to 159 become letters with other numbers. Source: Encoding
 * standard, 4.2.
 */
const decoder = new TextDecoder('latin1')

/** Extensions of files that usually contain a pickle. */
export const pickleFile = /\.(pkl|pickle|pk|p|joblib|dill|pt|pth|ckpt|sav)$/i

/** Extensions of files with objects in formats of their own, such as those of `shelve`. */
const objectFile = /\.(dat|db|bak|pag|shelf|shelve|cache|bin|data|obj|model|mdl)$/i

/**
 * Whether the file can hold pickled objects that a plain search finds. An array of objects says so in its header. Source:
 * the NPY format.
 */
export function canHoldObjects(path: string, start: Uint8Array): boolean {
  if (!/\.npy$/i.test(path)) return objectFile.test(path)
  return /^\u0093NUMPY.{2,6}\{'descr': ?'[|<>=]?O|\bO\d?'/s.test(decoder.decode(start))
}

/**
 * Modules with their functions that run or destroy something. Their lengths are bounded, so that the search
 * never backtracks far.
 */
const dangerous: readonly (readonly [modules: string, names: string])[] = [
  ['os|posix|nt', 'system|popen|exec\\w{0,9}|spawn\\w{0,9}|startfile|remove|unlink|rmdir|posix_spawn'],
  ['subprocess|commands|pty|runpy|code|_posixsubprocess', '\\w{1,99}'],
  ['builtins|__builtin__', 'eval|exec|execfile|compile|__import__|open'],
  ['importlib|imp', 'import_module|load_source|__import__'],
  ['socket|webbrowser|shutil|ctypes', 'socket|create_connection|open\\w{0,9}|rmtree|CDLL'],
]

const pairs = (between: string) =>
  dangerous.map(([modules, names]) => `(?:${modules})${between}(?:${names})`).join('|')

/**
 * A function as a pickle names it: on two lines, or as two short strings before the opcode for such a pair.
 */
const shortText = '(?:\u0152.|X.{4}|\u008d.{8})'
const named = [
  new RegExp(`c(${pairs('\\n')})\\n`),
  new RegExp(`${shortText}(${pairs(`\u201d?${shortText}`)})\u201d?\u201c`, 's'),
]

/** Longer than any match of the patterns, because a match can be split across two pieces. */
const overlap = 256

/** Searches a pickle of any size, one piece at a time. */
export async function checkPickle(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Finding | undefined> {
  let text = ''
  for await (const piece of pieces) {
    text = text.slice(-overlap) + decoder.decode(piece)
    const found = named.map((pattern) => pattern.exec(text)?.[1]).find((names) => names !== undefined)
    if (found !== undefined) {
      const [module, name] = found.split(separator)
      return toFinding(pickledCommand, path, { message: `Runs \`${module}.${name}\` while it is loaded.` })
    }
  }
  return undefined
}

const separator = new RegExp(`\\n|\u201d?${shortText}`, 's')

/**
 * First bytes of compressed data: zlib, gzip, bzip2, xz, lzma, lz4. Source: the formats that joblib writes.
 */
const compressed = [
  [0x78, 0x01],
  [0x78, 0x5e],
  [0x78, 0x9c],
  [0x78, 0xda],
  [0x1f, 0x8b],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a],
  [0x5d, 0x00, 0x00],
  [0x04, 0x22, 0x4d, 0x18],
]

/** A compressed pickle cannot be searched. */
export function isCompressed(start: Uint8Array): boolean {
  return compressed.some((magic) => magic.every((byte, i) => start[i] === byte))
}

import type { IsPlain } from '../python/sources.ts'
import { hasMark } from './flow/places.ts'

export interface SourceText {
  path: string
  text: string
}

/**
 * Words without which Python can only pass values on. Files and functions that have none of them, and call none that
 * has, are not followed: most of most packs.
 */
const telling =
  /(?<![.\w])(eval|exec|compile)\b|\b(__(import|builtins|dict|globals|subclasses|getattribute|loader|class_getitem|reduce)\w*__|builtins|globals|attrgetter|methodcaller|subprocess|popen|startfile|spawn[lv]\w*|exec[lv]\w*|create_subprocess\w*|environ|getenv|requests|urllib\w*|urlopen|httpx|aiohttp|socket|socketserver|ftplib|smtplib|websockets?|marshal|c?[pP]ickle|dill|shelve|yaml|base64|binascii|zlib|codecs|fromhex|importlib|runpy|ctypes|pty|winreg|win32\w*|pip|write_text|write_bytes|rmtree|unlink|pynput|pyperclip|ImageGrab|getpass|gethostname|getlogin|download_url_to_file|urlretrieve|hf_hub_download|snapshot_download|load_inline|PromptServer|routes|ngrok|timeit|FunctionType|paramiko|boto3|telebot|dns|trust_remote_code|browser_cookie3|keyring|uvicorn|HTTPServer|Flask|chr|expanduser|read_text|read_bytes|clone_from|_pickle|imp|shutil|vars)\b|[.]system\b|["']system["']|import[^\n]*\bsystem\b|\bhttp\.|keyboard\.|discord|(?<![.\w])open\s*\(|[=(,]\s*open\b|getattr\s*\(\s*[\w.]+\s*,\s*(?!["']\w+["']\s*[,)])|torch\.(load|hub)|Path\.home|os\.walk|\\x[0-9a-f]{2}|\\u00|[\uff21-\uff3a\uff3f\uff41-\uff5a\u{1d400}-\u{1d7ff}]|Login Data|[wW]allet|Local Storage|webhook|telegram|Startup|CurrentVersion|Launch(Agents|Daemons)|__pyarmor__|Local State|cookies\.sqlite|key4\.db/gu

/** Code that runs, starts or loads something. */
const endOfFlow =
  /(?<![.\w])(eval|exec|compile|__import__)\b|\b(subprocess|system|popen|create_subprocess\w*|importlib|runpy|pickle|marshal|spawn[lv]\w*|exec[lv]\w*|startfile)\b/

/** Code that brings something in, or makes it readable. */
const startOfFlow =
  /\b(requests|urllib\w*|urlopen|httpx|aiohttp|socket|websockets?|base64|binascii|zlib|codecs|fromhex|ctypes|paramiko|boto3|dns|urlretrieve|download_url_to_file|hf_hub_download|environ)\b/

interface LookedAt<File> {
  file: File
  /** Where telling words stand. */
  marks: number[]
  definitions: Definition[]
}

/** What is worth following of a pack's Python. */
export interface Interest<File> {
  files: File[]
  isPlain(file: File): IsPlain
}

/** Reading a short function costs less than asking whether to. */
const shortFunction = 300

/** A name that so many functions have says nothing of what a call of it does. */
const mostDefinitions = 10

/**
 * Files with telling words, and those that call functions of them. In these files a function is plain that has no such
 * word and calls none that has: it is followed only once it is given something that is telling itself.
 */
export function findInterest<File extends SourceText>(python: readonly File[]): Interest<File> {
  const all = python.map((file): LookedAt<File> => {
    const marks = offsetsOf(file.text, telling)
    return { file, marks, definitions: definitionsIn(file.text) }
  })
  const isOwnName = ownNames(all)
  const telltale = all.filter(({ marks }) => marks.length > 0)
  const namesWhere = (pattern: RegExp) =>
    namesOf(telltale, (one, { text }) => isOwnName(one.name) && pattern.test(text.slice(one.start, one.end)))
  const ends = namesWhere(endOfFlow)
  const callsOfEnds = placesOf(ends, all)
  const callers = namesOf(
    all,
    (one, file) => isOwnName(one.name) && hasMark(callsOfEnds.get(file), one.start, one.end),
  )
  const followed = all.filter(({ file, marks }) => marks.length > 0 || callsOfEnds.has(file))
  return {
    files: followed.map(({ file }) => file),
    isPlain: plainFunctions(followed, new Set([...ends, ...namesWhere(startOfFlow), ...callers])),
  }
}

function ownNames(looked: readonly LookedAt<SourceText>[]): (name: string) => boolean {
  const count = new Map<string, number>()
  for (const { definitions } of looked)
    for (const { name } of definitions) count.set(name, (count.get(name) ?? 0) + 1)
  return (name) => (count.get(name) ?? 0) <= mostDefinitions
}

function plainFunctions<File extends SourceText>(
  looked: readonly LookedAt<File>[],
  carriers: ReadonlySet<string>,
): Interest<File>['isPlain'] {
  const marks = new Map(looked.map((one) => [one.file, one.marks]))
  const calls = placesOf(carriers, looked)
  return (file) => (start, end) =>
    end - start > shortFunction &&
    !hasMark(marks.get(file), start, end) &&
    !hasMark(calls.get(file), start, end)
}

function namesOf<File extends SourceText>(
  looked: readonly LookedAt<File>[],
  accepts: (one: Definition, file: File) => boolean,
): Set<string> {
  return new Set(
    looked.flatMap(({ file, definitions }) =>
      definitions.filter((one) => accepts(one, file)).map(({ name }) => name),
    ),
  )
}

/** Where these names stand, for the files that have any of them. */
function placesOf<File extends SourceText>(
  names: ReadonlySet<string>,
  looked: readonly LookedAt<File>[],
): Map<File, number[]> {
  const found = looked.map(({ file }) => [file, offsetsOfNames(file.text, names)] as const)
  return new Map(found.filter(([, offsets]) => offsets.length > 0))
}

function offsetsOf(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(({ index }) => index)
}

/** Where words of a set stand. Most words are told apart by their first letter and their length. */
function offsetsOfNames(text: string, names: ReadonlySet<string>): number[] {
  const shapes = new Uint8Array(128 * 64)
  const shapeOf = (first: number, length: number) => (first & 127) * 64 + Math.min(length, 63)
  for (const name of names) shapes[shapeOf(name.charCodeAt(0), name.length)] = 1
  const offsets: number[] = []
  let start = -1
  for (let at = 0; at <= text.length; at++) {
    if (isWordCode(text.charCodeAt(at))) {
      if (start < 0) start = at
    } else if (start >= 0) {
      const isLike = shapes[shapeOf(text.charCodeAt(start), at - start)] === 1
      if (isLike && names.has(text.slice(start, at))) offsets.push(start)
      start = -1
    }
  }
  return offsets
}

/** Letters, digits and the underscore. False at the end of the text. */
function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  )
}

interface Definition {
  name: string
  start: number
  end: number
}

/** Functions and classes by how far they are indented; what follows one belongs to it until the next. */
function definitionsIn(text: string): Definition[] {
  const found: Definition[] = []
  const open: (Definition & { indent: number })[] = []
  for (const { 1: indent = '', 2: name = '', index } of text.matchAll(
    /^([ \t]*)(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)/gm,
  )) {
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent.length) close(open.pop(), index, found)
    open.push({ name, start: index, end: text.length, indent: indent.length })
  }
  for (const one of open) close(one, text.length, found)
  return found
}

function close(one: Definition | undefined, end: number, found: Definition[]): void {
  // The language calls such methods by itself; its callers name the class.
  if (one && !/^__\w+__$/.test(one.name)) found.push({ name: one.name, start: one.start, end })
}

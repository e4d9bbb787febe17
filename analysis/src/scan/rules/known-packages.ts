import { trimEndOf } from '../../ground/text-search.ts'
import popular from './popular-packages.json' with { type: 'json' }

/** The most downloaded packages in the index's own spelling, the first of them first. */
const byRank = popular.names.flatMap((line) => line.split(' '))

/** Names that packs depend on although few others do. */
const ofThisField =
  'apex autoawq clip cupy eva-decord imath nodejs nunchaku stability-sdk surrealist upscalers nltk-data keras3 scikit ms pyre pefty pytimm openctm trimesh2 numpy1 gradios pyav pyqt4 jinja cupy-cuda10x mmdet3d mmcv-lite mmcv-full rufus typed wheel2 flask2 types regex2 request-id aiohttp2 future2 fsspec2'.split(
    ' ',
  )

const known = new Set([...byRank, ...ofThisField])

/** A name one typing error away from one of these is more likely a trap than a package. */
const imitated = byRank.slice(0, 2_000)
const mostPopular = new Set(byRank.slice(0, 5_000))

/** Python itself and its modules. The index allows no publishing under these names. Source: `sys.stdlib_module_names`. */
const partsOfPython = new Set(
  `python abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2 calendar cgi
  cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent configparser contextlib contextvars copy
  copyreg cprofile crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip
  enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob graphlib grp
  gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3
  linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis
  nntplib numbers operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix
  pprint profile pstats pty pwd py-compile pyclbr pydoc queue quopri random re readline reprlib resource rlcompleter runpy sched
  secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 ssl stat statistics
  string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap
  threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest
  urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib
  zoneinfo`.split(/\s+/),
)

/** Names known as traps, or written by mistake for another package. */
const traps: Readonly<Record<string, string>> = {
  'python-opencv': 'opencv-python',
  'open-cv': 'opencv-python',
  'opencv-pyhton': 'opencv-python',
  'python-pillow': 'pillow',
  'pytorch-torch': 'torch',
  'torch-nightly-cpu': 'torch',
  torchtriton: 'triton',
  'python3-dateutil': 'python-dateutil',
  jeilyfish: 'jellyfish',
  'python-sqlite': 'pysqlite3',
  urlib3: 'urllib3',
}

/**
 * Returns the popular package that this name looks like a typing error of. Popular names are never one. Source of
 * spelling: PEP 503.
 */
export function misspelt(package_: string): string | undefined {
  const name = spelled(package_)
  if (known.has(name)) return undefined
  if (partsOfPython.has(name)) return undefined
  if (Object.hasOwn(traps, name)) return traps[name]
  return imitated.find((one) => looksLike(name, one))
}

/** Whether the package is one of those that most programs use. */
export function isPopular(package_: string): boolean {
  return mostPopular.has(spelled(package_))
}

function spelled(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-')
}

const digits = '0123456789'

function looksLike(name: string, one: string): boolean {
  if (one.length < 5 || name.length < 5 || Math.abs(name.length - one.length) > 1) return false
  // A number at the end often marks a new major version.
  if (trimEndOf(name, digits) === trimEndOf(one, digits)) return false
  return name.replaceAll('-', '') === one.replaceAll('-', '') ? false : isOneSlip(name, one)
}

/** Whether the names differ by one missing, extra or different letter, or by two swapped neighbors. */
function isOneSlip(a: string, b: string): boolean {
  if (a === b) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

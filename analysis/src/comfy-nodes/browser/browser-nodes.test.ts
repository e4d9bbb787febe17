import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../../archive/pack-files.ts'
import { inspectPack } from '../../inspection/inspect.ts'
import { testParser } from '../../python/parser.test-support.ts'
import { readBrowserNodes } from './read.ts'

const parser = await testParser()

/** Returns name, title and category of each comfy-node in these scripts. */
function read(scripts: Record<string, string>): (string | undefined)[][] {
  const { comfyNodes } = readBrowserNodes(new Map(Object.entries(scripts)), () => true, new Set())
  return comfyNodes.map((node) => [node.comfy_node_name, node.display_name, node.category])
}

const openNames = (script: string) =>
  readBrowserNodes(new Map([['a.js', script]]), () => true, new Set()).undecided.map(({ line }) => line)

describe('comfy-nodes that exist only in the browser', () => {
  it('are read from registrations with the title and category of the class', () => {
    const script = `
import { app } from "../../scripts/app.js"
app.registerExtension({ name: "a", registerCustomNodes() {
  class Note extends LGraphNode { static title = "Sticky note" }
  LiteGraph.registerNodeType("blur note", Note)
  Note.category = "blur/notes"
  function Old() {}
  window.LiteGraph?.registerNodeType("blur/old", Object.assign(Old, { title: "Old one" }))
}})`
    assert.deepEqual(read({ 'a.js': script }), [
      ['blur note', 'Sticky note', 'blur/notes'],
      ['blur/old', 'Old one', 'blur'],
    ])
  })

  it('are read from definitions that an extension adds', () => {
    const script = `
const PICK = \`\${"Pick"} one\`
app.registerExtension({ name: "a", async addCustomNodeDefs(defs) {
  defs.Plain = { name: "Plain", display_name: "Plain one", category: "a" }
  defs[PICK] = make("Pick title")
  Object.assign(defs, { Third: { display_name: "The third" } })
}})
function make(title) { return { display_name: title, category: "b" } }`
    assert.deepEqual(read({ 'a.js': script }), [
      ['Plain', 'Plain one', 'a'],
      ['Pick one', 'Pick title', 'b'],
      ['Third', 'The third', undefined],
    ])
  })

  it('are read from calls of the function that registers them, across files', () => {
    const scripts = {
      'base.js': `
export const types = { MUTER: named("Muter"), RELAY: named("Relay") }
function named(text) { return text + " (blur)" }
export class Base {
  static category = "blur"
  static setUp() { LiteGraph.registerNodeType(this.type, this) }
}
export class Middle extends Base { static setUp() { super.setUp() } }`,
      'muter.js': `
import { Middle, types } from "./base.js"
class Muter extends Middle {}
Muter.type = types.MUTER
Muter.title = types.MUTER
Muter.setUp()`,
      'relay.js': `
import * as base from "./base.js"
class Relay extends base.Base { static get type() { return base.types.RELAY } }
function setUp(cls) { cls.setUp() }
setUp(Relay)`,
    }
    assert.deepEqual(read(scripts), [
      ['Muter (blur)', 'Muter (blur)', 'blur'],
      ['Relay (blur)', undefined, 'blur'],
    ])
  })

  it('leave a name open that the text does not settle', () => {
    assert.deepEqual(openNames('const a = await load()\nLiteGraph.registerNodeType(a.name, a)'), [2])
  })

  it('are not what other libraries and replaced functions register', () => {
    const script = `
const LiteGraph = { registerNodeType() {} }
LiteGraph.registerNodeType("math/sum", class {})
flow.registerNodeType("other", class {})`
    const wrapper = `
const before = LiteGraph.registerNodeType
LiteGraph.registerNodeType = function (name, type) { return LiteGraph.registerNodeType(name, type) }`
    assert.deepEqual([read({ 'a.js': script }), read({ 'a.js': wrapper })], [[], []])
    assert.deepEqual(openNames(wrapper), [])
  })

  it('are part of the inspection, with the script that adds them', async () => {
    const pack = {
      '__init__.py': 'class A:\n  pass\nNODE_CLASS_MAPPINGS = {"A": A}\nWEB_DIRECTORY = "./web"\n',
      'web/a.js': 'LiteGraph.registerNodeType("B", class {})\nLiteGraph.registerNodeType("A", class {})',
      'docs/b.js': 'LiteGraph.registerNodeType("C", class {})',
    }
    const { comfy_nodes } = await inspectPack(filesOfRecord(pack), parser)
    assert.deepEqual(
      comfy_nodes.map((node) => [node.comfy_node_name, node.browser_script]),
      [
        ['A', undefined],
        ['B', 'web/a.js'],
      ],
    )
  })

  it('take time in proportion to a script that is made to be slow', () => {
    const calls = 'f(g);'.repeat(20_000)
    const script = `function f(x) { LiteGraph.registerNodeType(x.type, x); f(x) }\nfunction g() { g() }\n${calls}`
    const { comfyNodes } = readBrowserNodes(new Map([['a.js', script]]), () => true, new Set())
    assert.deepEqual(comfyNodes, [])
  })
})

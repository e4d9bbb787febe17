import { filesOfRecord, openArchive, sourceOfBytes } from '@nodeyard/analysis/archive'
import {
  type ComfyNode,
  type ComfyNodeInput,
  compareVersions,
  emptyComfyNode,
  toBox,
} from '@nodeyard/analysis/comfy-nodes'
import { drawComfyNode } from '@nodeyard/analysis/drawing'
import { inspectPack, type PythonParser } from '@nodeyard/analysis/inspection'
import { compareFiles } from '@nodeyard/analysis/listing'
import { checkPickle } from '@nodeyard/analysis/scan'
import { WorkflowRefusal } from '@nodeyard/analysis/workflow'
import { readWorkflow, readWorkflowText } from '@nodeyard/analysis/workflow-reader'
import { buildZip } from '../../analysis/src/archive/zip-builder.test-support.ts'
import { exif, flac, jpeg, mp3, opus, png, webp } from '../../analysis/src/workflow/files.test-support.ts'
import type { Case } from './growth.ts'
import { filled, numbered } from './text.ts'

const kilobyte = 1024

const listOf = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index))

/**
 * Structured inputs: archives, images, workflows, packs of many files, comfy-nodes to compare and to draw.
 */
export function structuredCases(parser: PythonParser): Case[] {
  return [...archives, ...workflows, ...pickles, ...comparisons, ...packs(parser)]
}

function archive(name: string, nameOf: (index: number) => string): Case {
  return {
    name: `an archive: ${name}`,
    prepare(size) {
      const bytes = buildZip({ entries: listOf(size / 32, (i) => ({ name: nameOf(i), data: '' })) })
      return () => openArchive(sourceOfBytes(bytes)).catch(String)
    },
    largest: 64 * kilobyte,
  }
}

const archives: Case[] = [
  archive('many names', (i) => `a${i}.txt`),
  archive('names in one folder after another', (i) => `${'a/'.repeat(100)}${i}`),
  archive('names of many letters', (i) => `${'a'.repeat(200)}${i}`),
  archive('names that are nearly the same', (i) => `A${i}\u0301`),
]

function ofFile(name: string, make: (size: number) => Uint8Array): Case {
  return {
    name: `a workflow: ${name}`,
    prepare(size) {
      const source = sourceOfBytes(make(size))
      return () => readWorkflow(source).catch(refusal)
    },
    largest: 512 * kilobyte,
  }
}

function ofText(name: string, make: (size: number) => string): Case {
  return {
    name: `a workflow: ${name}`,
    prepare(size) {
      const text = make(size)
      return () => {
        try {
          return readWorkflowText(text)
        } catch (error) {
          return refusal(error)
        }
      }
    },
    largest: 1024 * kilobyte,
  }
}

function refusal(error: unknown): string {
  if (error instanceof WorkflowRefusal) return error.problem
  throw error
}

/** Every entry refers to the same bytes. */
function entriesOfOneText(size: number): Uint8Array {
  const block = exif(0x10f, filled('a')(size))
  const table = block.slice(0, 10)
  const entries = listOf(400, () => block.slice(10, 22))
  new DataView(table.buffer).setUint16(8, entries.length, true)
  return Uint8Array.from(Buffer.concat([table, ...entries, block.slice(22)]))
}

const workflows: Case[] = [
  ofText('numbers that are none', (size) => `[${filled('NaN, ')(size)}NaN]`),
  ofText('blanks', (size) => `[${' '.repeat(size)}NaN`),
  ofText('lists inside each other', filled('[')),
  ofText('workflows inside each other', filled('{"workflow":')),
  ofText('many nodes', (size) => `{"nodes":[${numbered((i) => `{"type":"a${i}"},`)(size)}{}]}`),
  ofText(
    'many subgraphs',
    (size) =>
      `{"nodes":[],"definitions":{"subgraphs":[${numbered((i) => `{"id":"${i}","nodes":[]},`)(size)}{}]}}`,
  ),
  ofText('many steps of a prompt', (size) => `{${numbered((i) => `"${i}":{"class_type":"a"},`)(size)}"a":1}`),
  ofFile('a picture with many texts', (size) =>
    png(listOf(size / 64, () => ({ chunk: 'tEXt', key: 'a', text: '{' }))),
  ),
  ofFile('a picture with packed texts', (size) =>
    png(listOf(size / 64, () => ({ chunk: 'zTXt', key: 'a', text: filled('a')(1000) }))),
  ),
  ofFile('a picture with one long text', (size) =>
    png([{ chunk: 'tEXt', key: 'workflow', text: filled('[')(size) }]),
  ),
  ofText('many blocks of Markdown', filled('```\n{"a":1}\n```\n')),
  ofText('fences without an end', filled('```json\n')),
  ofText('texts that are JSON', (size) => `{${numbered((i) => `"${i}":"{\\"a\\":1}",`)(size)}"a":1}`),
  ofText('brackets as in a log', filled('[a: ')),
  ofFile('a sound with many remarks', (size) =>
    flac(Object.fromEntries(listOf(size / 32, (i) => [`a${i}`, '{']))),
  ),
  ofFile('a sound with long remarks', (size) => opus({ workflow: filled('[')(size) })),
  ofFile('a tag with many texts', (size) =>
    mp3(Object.fromEntries(listOf(size / 64, (i) => [`a${i}`, filled('\xff\0')(30)]))),
  ),
  ofFile('a table whose entries share a text', (size) => webp(entriesOfOneText(size))),
  ofFile('a photo with many remarks', (size) =>
    jpeg(listOf(size / 1024, () => ({ marker: 0xfe, data: `${'\0'.repeat(1000)}x` }))),
  ),
]

const pickles: Case[] = Object.entries({
  'modules without a function': 'cos\n',
  'short texts': '\x8c\x02os\x8c\x06',
  'bytes that nothing stands for': '\xff\x00',
}).map(([name, part]) => ({
  name: `a pickle: ${name}`,
  prepare(size) {
    const bytes = Uint8Array.from(filled(part)(size), (letter) => letter.charCodeAt(0))
    const pieces = listOf(Math.ceil(bytes.length / 16_384), (i) =>
      bytes.subarray(i * 16_384, (i + 1) * 16_384),
    )
    return () => checkPickle('a.pkl', pieces)
  },
  largest: 4096 * kilobyte,
}))

function comfyNode(name: string, inputs: ComfyNodeInput[]): ComfyNode {
  const required = Object.fromEntries(inputs.map((input) => [input.name, ['INT', {}]]))
  const types = { input_types: JSON.stringify({ required }), return_types: '[]' }
  return { ...emptyComfyNode(name, false), ...types, inputs }
}

const inputsOf = (count: number, prefix: string): ComfyNodeInput[] =>
  listOf(count, (i) => ({ name: `${prefix}${i}`, group: 'required', type: 'INT', options: {} }))

const versionOf = (...nodes: ComfyNode[]) => ({ comfy_nodes: nodes, undecided: [] })

const comparisons: Case[] = [
  {
    name: 'a comparison: many inputs',
    prepare(size) {
      const inputs = inputsOf(size / 16, 'a')
      const [before, after] = [
        versionOf(comfyNode('A', inputs)),
        versionOf(comfyNode('A', inputs.toReversed())),
      ]
      return () => compareVersions(before, after)
    },
    largest: 512 * kilobyte,
  },
  {
    name: 'a comparison: many comfy-nodes of one class',
    prepare(size) {
      const nodes = (prefix: string) =>
        listOf(size / 16, (i) => ({ ...comfyNode(`${prefix}${i}`, []), class_name: 'A' }))
      const [before, after] = [versionOf(...nodes('a')), versionOf(...nodes('b'))]
      return () => compareVersions(before, after)
    },
    largest: 512 * kilobyte,
  },
  {
    name: 'a comparison: many files that moved',
    prepare(size) {
      const files = (folder: string, crc32: (i: number) => number) =>
        listOf(size / 16, (i) => ({
          path: `${folder}/${i}`,
          size: 1,
          packedSize: 1,
          crc32: crc32(i),
          method: 'stored' as const,
          headerOffset: 0,
        }))
      const [before, after] = [files('a', () => 1), files('b', (i) => i % 2)]
      return () => compareFiles(before, after)
    },
    largest: 1024 * kilobyte,
  },
  {
    name: 'a drawing: many inputs with long names',
    prepare(size) {
      const node = comfyNode('A', inputsOf(size / 256, filled('a ')(256)))
      return () => drawComfyNode(toBox(node), { id: 'a' })
    },
    largest: 512 * kilobyte,
  },
]

function packs(parser: PythonParser): Case[] {
  const ofFiles = (name: string, file: (index: number) => [path: string, text: string]): Case => ({
    name: `a pack: ${name}`,
    prepare(size) {
      const files = filesOfRecord({
        '__init__.py': 'WEB_DIRECTORY = "web"\nNODE_CLASS_MAPPINGS = {"A": object}\n',
        ...Object.fromEntries(listOf(size / 128, file)),
      })
      return () => inspectPack(files, parser)
    },
    largest: 256 * kilobyte,
  })
  return [
    ofFiles('pages about one comfy-node', (i) => [`web/docs/A/aa-${String(i).padStart(8, '0')}.md`, '']),
    ofFiles('modules that import the next', (i) => [
      `a${i}.py`,
      `from .a${i + 1} import run as r\nr = exec\n`,
    ]),
    ofFiles('modules that import all of the next', (i) => [
      `a${i}.py`,
      `from .a${i + 1} import *\nexec(1)\n`,
    ]),
    ofFiles('lists of requirements', (i) => [`requirements${i}.txt`, 'reqeusts\n']),
    ofFiles('languages', (i) => [
      `locales/${String.fromCharCode(97 + (i % 26))}a/nodeDefs.json`,
      '{"A":{"display_name":"a"}}',
    ]),
    ofFiles('folders inside each other', (i) => [`${'a/'.repeat(i % 100)}${i}.txt`, 'a']),
  ]
}

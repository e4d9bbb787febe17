import { buildZip } from '../../analysis/src/archive/zip-builder.test-support.ts'
import {
  avif,
  exif,
  flac,
  glb,
  jpeg,
  mp3,
  mp4WithComment,
  mp4WithKeys,
  opus,
  png,
  safetensors,
  webm,
  webp,
} from '../../analysis/src/workflow/files.test-support.ts'
import type { Chance } from '../../bench/data/chance.ts'
import { mutateBytes, mutateText, nested } from './mutations.ts'

const encoder = new TextEncoder()

/** Generates workflows in both forms, as plain files and in images and videos, partly damaged. */
export function makeWorkflowFile(random: Chance): Uint8Array {
  const text = makeWorkflowText(random)
  const small = text.slice(0, 30_000)
  const file = random.pick([
    () => encoder.encode(text),
    () =>
      png([
        {
          chunk: random.pick(['tEXt', 'zTXt', 'iTXt', 'packed iTXt'] as const),
          key: random.pick(['workflow', 'prompt', 'x']),
          text,
        },
      ]),
    () => webp(exif(random.pick([0x10e, 0x10f, 1]), `workflow:${text}`, { isLittle: random.happens(0.5) })),
    () => webp(exif(0x9286, text, { asComment: true })),
    () =>
      jpeg([
        {
          marker: random.pick([0xe1, 0xfe, 0xe0]),
          data: random.happens(0.5) ? small : exif(0x10f, `prompt:${small}`),
        },
      ]),
    () => mp4WithKeys({ workflow: text, prompt: 'x' }),
    () => mp4WithComment(text),
    () => webm({ WORKFLOW: text, PROMPT: '{}' }, { isLive: random.happens(0.5) }),
    () => avif(exif(0x10f, `workflow:${small}`), { hasTable: random.happens(0.8) }),
    () => flac({ workflow: text, prompt: 'x' }),
    () => opus({ workflow: small }),
    () => mp3({ workflow: text, prompt: 'x' }, random.pick([3, 4])),
    () => glb({ workflow: random.happens(0.5) ? text : {} }),
    () => safetensors({ workflow: text }),
    () => buildZip({ entries: [{ name: random.pick(['a.json', 'a.txt', 'a.png']), data: small }] }),
    () => encoder.encode(`# A\n\`\`\`json\n${text}\n\`\`\`\n`),
  ])()
  return random.happens(0.5) ? mutateBytes(random, file) : file
}

/** Generates a workflow as text. */
export function makeWorkflowText(random: Chance): string {
  const text = random.pick([
    () => JSON.stringify(saved(random, 2)),
    () => JSON.stringify(prompt(random)),
    () =>
      JSON.stringify({ workflow: random.happens(0.5) ? JSON.stringify(saved(random, 0)) : saved(random, 0) }),
    () => JSON.stringify(anything(random, 4)),
    () => nested(random, random.pick(['[', '{"nodes":[', '{"workflow":', '{"prompt":']), '1', ''),
    () => nested(random, '{"workflow":', '{"nodes":[]}', '}'),
  ])()
  return random.happens(0.3) ? mutateText(random, text) : text
}

const names = ['A', 'B', 'KSampler', 'Note', '', '__proto__', 'workflow>x', 'é']

function saved(random: Chance, depth: number): unknown {
  return {
    id: random.pick(['sub', 'main', 3]),
    nodes: random.list(5, (id) => ({
      id: random.happens(0.1) ? anything(random, 1) : id,
      type: random.happens(0.1) ? anything(random, 1) : random.pick([...names, 'sub']),
      inputs: random.list(3, (i) =>
        random.happens(0.1) ? anything(random, 1) : { name: `i${i}`, link: random.pick([i, null]) },
      ),
      outputs: random.list(2, () => ({ links: random.pick([[1], [], null]) })),
      widgets_values: random.pick([[1, 'a'], { i0: 3 }, anything(random, 2)]),
      properties: random.pick([{ cnr_id: 'x', ver: '1.0.0' }, anything(random, 1)]),
    })),
    links: anything(random, 2),
    ...(depth > 0 && random.happens(0.4)
      ? { definitions: { subgraphs: random.list(2, () => saved(random, depth - 1)) } }
      : {}),
  }
}

function prompt(random: Chance): unknown {
  const nodes = random.list(5, (id) => [
    String(id),
    {
      class_type: random.pick(names),
      inputs: { i0: random.pick([[String(id), 0], ['0', 1], 3, anything(random, 2)]) },
    },
  ])
  return Object.fromEntries(nodes)
}

function anything(random: Chance, depth: number): unknown {
  const plain = [null, 0, 1e300, -1, '', 'x', true, '\ud800', '__proto__']
  if (depth === 0 || random.happens(0.4)) return random.pick(plain)
  return random.happens(0.5)
    ? random.list(3, () => anything(random, depth - 1))
    : Object.fromEntries(
        random.list(3, () => [
          random.pick(['nodes', 'type', 'class_type', 'inputs', '__proto__', 'workflow']),
          anything(random, depth - 1),
        ]),
      )
}

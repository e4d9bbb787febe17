import { expect, test } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { toComfyNodeView } from './comfy-node.ts'
import { prepareDrawing } from './comfy-node-picture.tsx'
import { ComfyNodes } from './comfy-nodes.tsx'
import { UnverifiedComfyNodes } from './unverified.tsx'

const list = {
  nodeId: 'blur',
  version: '1.0.0',
  drawn: [],
  outlines: [],
}

test('names of an import are marked as unverified in plain words', () => {
  const text = textIn(show(<UnverifiedComfyNodes names={['BlurImage', 'ヌル']} />))
  expect(text).toContain('These names are unverified')
  expect(text).toContain('BlurImage')
  expect(text).toContain('ヌル')
})

test('it is said why there are no nodes', () => {
  const text = (extractStatus: 'pending' | 'failed' | 'success') =>
    textIn(show(<ComfyNodes {...list} extractStatus={extractStatus} />))
  expect(text('pending')).toContain('still being read')
  expect(text('failed')).toContain('could not be read')
  expect(text('success')).toContain('has no nodes')
})

test('many nodes are grouped by category, each with a link to its page', () => {
  const outline = {
    name: 'Blur',
    title: 'Blur image',
    description: '',
    inputs: ['IMAGE'],
    outputs: ['IMAGE'],
    deprecated: false,
  }
  const outlines = [
    { ...outline, category: 'image/filters' },
    { ...outline, name: 'Mask', title: 'Mask', category: 'mask' },
  ]
  const html = show(<ComfyNodes {...list} outlines={outlines} extractStatus="success" />)
  expect(html).toContain('href="/nodes/blur/comfy-nodes/Blur"')
  expect(textIn(html)).toMatch(/Filters|filters/)
})

test('a comfy-node is shown in the words of the reader, with its own names beside them', async () => {
  await prepareDrawing()
  const blur = toComfyNodeView({
    comfy_node_name: 'Blur',
    description: 'Blurs.',
    input_types: '{"required":{"radius":["INT"]}}',
    output_is_list: [],
    deprecated: false,
    experimental: false,
    policy: 'ComfyNodePolicyActive',
    translation: { display_name: 'Flou', description: 'Floute.', inputs: { radius: { name: 'rayon' } } },
    has_documentation: true,
  })
  const text = textIn(show(<ComfyNodes {...list} drawn={[blur]} extractStatus="success" />, { locale: 'fr' }))
  for (const word of ['Blur', 'Floute.', 'rayon radius INT', 'Documentation']) expect(text).toContain(word)
  expect(text).not.toContain('Blurs.')
})

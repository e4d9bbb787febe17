import { describe, expect, it } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { toComfyNodeView } from './comfy-node.ts'
import { prepareDrawing } from './comfy-node-picture.tsx'
import { ComfyNodes, UnverifiedComfyNodes } from './comfy-nodes.tsx'

const list = {
  nodeId: 'blur',
  version: '1.0.0',
  comfyNodes: [],
  page: 1,
  totalPages: 1,
  linkTo: (page: number) => `/nodes/blur?page=${page}`,
}

describe('comfy-nodes of a version', () => {
  it('are marked as unverified when their names were imported', () => {
    const text = textIn(show(<UnverifiedComfyNodes names={['BlurImage', 'ヌル']} />))
    expect(text).toContain('These names are not verified')
    expect(text).toContain('BlurImage')
    expect(text).toContain('ヌル')
  })

  it('explain why there are none', () => {
    const text = (extractStatus: 'pending' | 'failed' | 'success') =>
      textIn(show(<ComfyNodes {...list} extractStatus={extractStatus} />))
    expect(text('pending')).toContain('still being read')
    expect(text('failed')).toContain('could not be read')
    expect(text('success')).toContain('has no comfy-nodes')
  })

  it('link further pages back to this section', () => {
    const html = show(<ComfyNodes {...list} totalPages={3} extractStatus="success" />)
    expect(html).toContain('href="/nodes/blur?page=2#comfy-nodes"')
  })

  it("appear in the user's language, next to their own names", async () => {
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
    const text = textIn(
      show(<ComfyNodes {...list} comfyNodes={[blur]} extractStatus="success" />, { locale: 'fr' }),
    )
    for (const word of ['Blur', 'Floute.', 'rayon radius INT', 'Documentation']) expect(text).toContain(word)
    expect(text).not.toContain('Blurs.')
  })
})

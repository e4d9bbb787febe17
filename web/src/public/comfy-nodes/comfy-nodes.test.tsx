import { describe, expect, it } from 'vitest'
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

describe('comfy-nodes of a version', () => {
  it('are marked as unverified when their names were imported', () => {
    const text = textIn(show(<UnverifiedComfyNodes names={['BlurImage', 'ヌル']} isHeldBack={false} />))
    expect(text).toContain('These names are unverified')
    expect(text).toContain('BlurImage')
    expect(text).toContain('ヌル')
  })

  it('are not called unknown when no version is listed', () => {
    const text = (isHeldBack: boolean) =>
      textIn(show(<UnverifiedComfyNodes names={[]} isHeldBack={isHeldBack} />))
    expect(text(false)).toContain('Its nodes are not known yet.')
    expect(text(true)).toContain('Its nodes are shown here while a version of it is listed.')
  })

  it('explain why there are none', () => {
    const text = (extractStatus: 'pending' | 'failed' | 'success') =>
      textIn(show(<ComfyNodes {...list} extractStatus={extractStatus} />))
    expect(text('pending')).toContain('still being read')
    expect(text('failed')).toContain('could not be read')
    expect(text('success')).toContain('Nodes were not found in this version')
  })

  it('are grouped by category and linked to their pages when there are many', () => {
    const outline = { name: 'Blur', title: 'Blur image', description: '', deprecated: false }
    const sockets = { inputs: ['IMAGE'], outputs: ['IMAGE'] }
    const outlines = [
      { ...outline, ...sockets, category: 'image/filters' },
      { ...outline, ...sockets, name: 'Mask', title: 'Mask', category: 'mask' },
    ]
    const html = show(<ComfyNodes {...list} outlines={outlines} extractStatus="success" />)
    expect(html).toContain('href="/nodes/blur/comfy-nodes/Blur"')
    expect(textIn(html)).toMatch(/filters/i)
  })

  it('are marked when they exist only in the browser', async () => {
    await prepareDrawing()
    const note = toComfyNodeView({
      comfy_node_name: 'Note',
      output_is_list: [],
      deprecated: false,
      experimental: false,
      policy: 'ComfyNodePolicyActive',
      browser_script: 'web/note.js',
    })
    const html = show(<ComfyNodes {...list} drawn={[note]} extractStatus="success" />)
    expect(textIn(html)).toContain('Browser only')
    expect(html).toContain('The script web/note.js adds it')
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
      show(<ComfyNodes {...list} drawn={[blur]} extractStatus="success" />, { locale: 'fr' }),
    )
    for (const word of ['Blur', 'Floute.', 'rayon radius INT', 'Documentation']) expect(text).toContain(word)
    expect(text).not.toContain('Blurs.')
  })
})

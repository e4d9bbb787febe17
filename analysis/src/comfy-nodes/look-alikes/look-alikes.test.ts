import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findLookAlikes } from './find.ts'

const pairs: [name: string, known: string, likeness: string | undefined][] = [
  ['comfyui-impact-pack', 'comfyui-impact-pack', 'nothing'],
  ['ComfyUI_Impact.Pack', 'comfyui-impact-pack', 'separators'],
  ['impact-pack', 'comfyui-impact-pack', 'separators'],
  ['impact-pack-for-comfyui', 'comfyui-impact-pack', 'separators'],
  ['kjnode', 'comfyui-kjnodes', 'separators'],
  ['comfyui-lmpact-pack', 'comfyui-impact-pack', 'letters'],
  ['c0ntr0lnet-aux', 'controlnet-aux', 'letters'],
  ['rnasking', 'masking', 'letters'],
  ['KSаmpler', 'KSampler', 'letters'],
  ['Ｌｏａｄ Ｉｍａｇｅ', 'Load Image', 'letters'],
  ['Load\u00a0Image', 'Load Image', 'letters'],
  ['KSampler\u200b', 'KSampler', 'letters'],
  ['comfyui-imapct-pack', 'comfyui-impact-pack', 'swapped'],
  ['comfyui-impact-packs', 'comfyui-impact-pack', 'typed'],
  ['comfyui-inpact-pack', 'comfyui-impact-pack', 'typed'],
  ['comfyui-impct-pack', 'comfyui-impact-pack', 'typed'],
  ['wan-2.1-tools', 'wan-2.2-tools', undefined],
  ['sampler-v1', 'sampler-v11', undefined],
  ['comfyui-wj-nodes', 'comfyui-kj-nodes', undefined],
  ['comfyui-utools', 'comfyui-itools', undefined],
  ['masks', 'mask', undefined],
  ['nodes', 'comfyui', undefined],
  ['图像工具', '图像节点', undefined],
  ['…', '!!', undefined],
]

describe('look-alike names', () => {
  for (const [name, known, likeness] of pairs) {
    it(`“${name}” and “${known}” ${likeness ? `are alike: ${likeness}` : 'are two names'}`, () => {
      const [there, back] = [findLookAlikes([name], [{ name: known }]), findLookAlikes([known], [{ name }])]
      assert.deepEqual([there[0]?.likeness, back[0]?.likeness], [likeness, likeness])
    })
  }

  it('reports each name with the facts about its double', () => {
    const known = [
      { name: 'quiet-lights', stars: 7 },
      { name: 'loud-colours', stars: 9 },
    ]
    assert.deepEqual(findLookAlikes(['quiet-light', 'loud_colours', 'another'], known), [
      { name: 'quiet-light', known: known[0], likeness: 'typed' },
      { name: 'loud_colours', known: known[1], likeness: 'separators' },
    ])
  })

  it('terminates on very long names and unusual letters', () => {
    const odd = ['\ud800', 'x'.repeat(100_000), '\u0000', 'e\u0301'.repeat(500)]
    assert.deepEqual(
      findLookAlikes(
        odd,
        odd.map((name) => ({ name })),
      ).map(({ likeness }) => likeness),
      ['nothing', 'nothing', 'nothing', 'nothing'],
    )
  })
})

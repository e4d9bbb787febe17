import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPasted } from './pasted.ts'

const known = new Set(['FaceDetailer', 'UltimateSDUpscale', 'VHS_VideoCombine', 'Seed'])
const read = (text: string) => readPasted(text, (name) => known.has(name))

describe('reading pasted texts in the search', () => {
  it('finds the repository in every form of its address', () => {
    const key = 'github.com/ltdrdata/comfyui-impact-pack'
    for (const text of [
      'https://github.com/ltdrdata/ComfyUI-Impact-Pack/tree/Main',
      'https://www.github.com/ltdrdata/ComfyUI-Impact-Pack/',
      'https://github.com/ltdrdata/ComfyUI-Impact-Pack/issues/298',
      'git@github.com:ltdrdata/ComfyUI-Impact-Pack.git',
      'git clone --depth 1 https://github.com/ltdrdata/ComfyUI-Impact-Pack',
      'https://ghproxy.com/https://github.com/ltdrdata/ComfyUI-Impact-Pack',
    ])
      assert.equal(
        read(text)
          ?.repository?.replace(/^https:\/\//, '')
          .toLowerCase(),
        key,
        text,
      )
  })

  it('takes the names of comfy-nodes out of error texts', () => {
    const text =
      'When loading the graph, the following node types were not found: FaceDetailer VHS_VideoCombine Nodes that have failed to load'
    assert.deepEqual(read(text)?.names, ['FaceDetailer', 'VHS_VideoCombine'])
    assert.deepEqual(read('Missing nodes: FaceDetailer, UltimateSDUpscale')?.names, [
      'FaceDetailer',
      'UltimateSDUpscale',
    ])
  })

  it('searches for the module or the folder that an error names', () => {
    assert.equal(read("ModuleNotFoundError: No module named 'insightface'")?.words, 'insightface')
    assert.equal(read('IMPORT FAILED: comfyui_controlnet_aux')?.words, 'comfyui_controlnet_aux')
  })

  it('reads several names of comfy-nodes, and the successors of renamed ones', () => {
    assert.deepEqual(read('FaceDetailer UltimateSDUpscale VHS_VideoCombine')?.names, [...known].slice(0, 3))
    assert.notEqual(read('IPAdapterApply ipadapter')?.names[0], 'IPAdapterApply')
  })

  it('searches for the name of a model instead of its address', () => {
    const page = 'https://huggingface.co/Kijai/WanVideo_comfy'
    assert.equal(read(`${page}/resolve/main/Wan2_1-T2V.safetensors?download=true`)?.words, 'Wan2 1 T2V')
    assert.equal(read(page)?.words, 'WanVideo comfy')
    assert.equal(read('flux1-dev.gguf')?.words, 'flux1 dev')
  })

  it('leaves queries in words alone', () => {
    for (const text of [
      'remove background',
      'seed',
      'https',
      'load .safetensors files',
      'face swap, upscale',
      '汉化',
      'wan 2.2 sampler',
    ])
      assert.equal(read(text), undefined, text)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { classify } from './classify.ts'

const categoriesOf = (texts: Partial<Parameters<typeof classify>[0]>) =>
  classify({
    id: 'x',
    name: '',
    description: '',
    tags: [],
    category: '',
    comfyNodeNames: [],
    ...texts,
  })

describe('the categories of a node', () => {
  it('ignores the name of the tool as a sign for the interface', () => {
    assert.deepEqual(categoriesOf({ id: 'comfyui-rmbg', name: 'ComfyUI-RMBG' }), ['masks'])
    assert.deepEqual(categoriesOf({ name: 'Comfy UI matting', description: 'For comfy_ui.' }), ['masks'])
    assert.deepEqual(categoriesOf({ name: 'ComfyUI themes for the UI' }), ['interface'])
  })

  it('uses only the categories that the author names as tags', () => {
    assert.deepEqual(categoriesOf({ name: 'Matting', tags: ['Language models'] }), ['language-models'])
  })
})

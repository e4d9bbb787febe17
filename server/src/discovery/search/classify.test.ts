import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classify } from './classify.ts'

const categoriesOf = (given: Partial<Parameters<typeof classify>[0]>) =>
  classify({
    ...{ id: 'x', name: '', description: '', tags: [], category: '', comfyNodeNames: [] },
    ...given,
  })

test('the name of the tool does not make a node one for its interface', () => {
  assert.deepEqual(categoriesOf({ id: 'comfyui-rmbg', name: 'ComfyUI-RMBG' }), ['masks'])
  assert.deepEqual(categoriesOf({ name: 'Comfy UI matting', description: 'For comfy_ui.' }), ['masks'])
  assert.deepEqual(categoriesOf({ name: 'ComfyUI themes for the UI' }), ['interface'])
})

test('what its author names as tag or category counts alone', () => {
  assert.deepEqual(categoriesOf({ name: 'Matting', tags: ['Language models'] }), ['language-models'])
})

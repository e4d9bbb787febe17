import type { NodeDetail } from '@nodeyard/contract/nodes'
import { expect, test } from 'vitest'
import { translated } from './translations.ts'

const node = { name: 'Blur', description: 'Blurs.' } as NodeDetail

test('a node is shown in the words that its author wrote for a language', () => {
  const translations = { zh: { name: '模糊', description: ' 模糊图像。 ' } }
  expect(translated({ ...node, translations }, 'zh')).toEqual({ name: '模糊', description: '模糊图像。' })
  expect(translated({ ...node, translations }, 'fr')).toEqual(node)
})

test('what is missing, empty or no text leaves the words that are there', () => {
  for (const zh of [{}, { name: '', description: null }, { name: 5 }]) {
    expect(translated({ ...node, translations: { zh } }, 'zh')).toEqual(node)
  }
})

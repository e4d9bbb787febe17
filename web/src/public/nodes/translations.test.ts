import type { NodeDetail } from '@nodeyard/contract/packs'
import { describe, expect, it } from 'vitest'
import { translated } from './translations.ts'

const node = { name: 'Blur', description: 'Blurs.' } as NodeDetail

describe('translated', () => {
  it("prefers the author's translation", () => {
    const translations = { zh: { name: '模糊', description: ' 模糊图像。 ' } }
    expect(translated({ ...node, translations }, 'zh')).toEqual({ name: '模糊', description: '模糊图像。' })
    expect(translated({ ...node, translations }, 'fr')).toEqual(node)
  })

  it('keeps the original for missing, empty and malformed translations', () => {
    for (const zh of [{}, { name: '', description: null }, { name: 5 }]) {
      expect(translated({ ...node, translations: { zh } }, 'zh')).toEqual(node)
    }
  })
})

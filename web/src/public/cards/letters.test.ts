import { describe, expect, it } from 'vitest'
import { lettersOf } from './letters.ts'

describe('the letters of a pack', () => {
  it('are the initials of its first words, without the name of the tool', () => {
    expect(lettersOf('Rembg Background Removal Node for ComfyUI')).toBe('RB')
    expect(lettersOf('ComfyUI-Impact-Pack')).toBe('IP')
    expect(lettersOf('ComfyUI_IPAdapter_plus')).toBe('IA')
    expect(lettersOf('KJNodes')).toBe('KN')
  })

  it('are how a single word begins', () => {
    expect(lettersOf('comfyui-RMBG')).toBe('RM')
    expect(lettersOf('rgthree')).toBe('RG')
    expect(lettersOf('背景移除')).toBe('背景')
  })

  it('are letters of the name of the tool if there is nothing else', () => {
    expect(lettersOf('ComfyUI')).toBe('CU')
    expect(lettersOf('!')).toBe('')
  })
})

import { describe, expect, it } from 'vitest'
import { isModelAddress } from './model-address.ts'

describe('the address of a model', () => {
  it('is recognized by its host or by the ending of the file', () => {
    for (const text of [
      'https://huggingface.co/Kijai/WanVideo_comfy',
      'https://civitai.com/models/4384',
      'https://example.com/files/x.safetensors?download=true',
      ' flux1-dev.gguf ',
    ])
      expect(isModelAddress(text), text).toBe(true)
  })

  it('differs from queries in words and from other addresses', () => {
    for (const text of [
      '',
      'load .safetensors files',
      'https://github.com/a/huggingface.co',
      'gguf',
      'upscale',
    ])
      expect(isModelAddress(text), text).toBe(false)
  })
})

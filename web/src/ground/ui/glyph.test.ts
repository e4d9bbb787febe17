import { describe, expect, it } from 'vitest'
import { wiresOf } from './glyph.ts'

describe('default picture of a node', () => {
  it('is the same in every case of the id', () => {
    expect(wiresOf('Blur-Kit')).toEqual(wiresOf('blur-kit'))
  })

  it('mostly differs between nodes', () => {
    const pictures = Array.from({ length: 200 }, (_, index) => JSON.stringify(wiresOf(`node-${index}`)))
    expect(new Set(pictures).size).toBeGreaterThan(60)
  })

  it('gives every wire sockets of its own', () => {
    for (const id of ['a', 'blur', '模糊', '']) {
      const wires = wiresOf(id)
      expect(new Set(wires.map(({ from }) => from)).size).toBe(wires.length)
      expect(new Set(wires.map(({ to }) => to)).size).toBe(wires.length)
    }
  })
})

import { expect, test } from 'vitest'
import { wiresOf } from './glyph.ts'

test('a node has the same picture everywhere, whatever the case of its id', () => {
  expect(wiresOf('Blur-Kit')).toEqual(wiresOf('blur-kit'))
})

test('nodes mostly have different pictures', () => {
  const pictures = Array.from({ length: 200 }, (_, index) => JSON.stringify(wiresOf(`node-${index}`)))
  expect(new Set(pictures).size).toBeGreaterThan(60)
})

test('wires start and end at sockets of their own', () => {
  for (const id of ['a', 'blur', '模糊', '']) {
    const wires = wiresOf(id)
    expect(new Set(wires.map(({ from }) => from)).size).toBe(wires.length)
    expect(new Set(wires.map(({ to }) => to)).size).toBe(wires.length)
  }
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { substitute } from './patterns.ts'

describe('substitute', () => {
  it('follows the patterns that derive names from class names', () => {
    assert.equal(substitute('([A-Z]+)', ' \\1', 'BlurImageRGB'), ' Blur Image RGB')
    assert.equal(substitute('(?<!^)(?=[A-Z])', '_', 'BlurImage'), '_Blur_Image'.slice(1))
    assert.equal(substitute('\\s+', '$', 'a  b'), 'a$b')
  })

  it('skips patterns that read differently or may take long', () => {
    assert.equal(substitute('(a+)+(b*)c', '', 'a'.repeat(100)), undefined)
    assert.equal(substitute('(?P<x>a)', '', 'a'), undefined)
    assert.equal(substitute('a', '\\g<0>', 'a'), undefined)
    assert.equal(substitute('\\w', '', 'é'), undefined)
    assert.equal(substitute('(', '', 'a'), undefined)
    assert.equal(substitute('a', '', 'a'.repeat(1000)), undefined)
  })
})

import { describe, expect, it } from 'vitest'
import { emptyAdvisory, fromText } from './advisory-lines.ts'

const read = (targets: string) => fromText({ ...emptyAdvisory, title: 'x', targets })

describe('advisory lines', () => {
  it('accepts versions and ranges', () => {
    expect(read('1.2.0\n\n >=1.0.0 <1.2.0 \n>= 2.0.0, <=2.0.9\n>=3.0.0\n1.2.0')).toMatchObject({
      versions: ['1.2.0'],
      ranges: [
        { introduced: '1.0.0', fixed: '1.2.0' },
        { introduced: '2.0.0', last_affected: '2.0.9' },
        { introduced: '3.0.0' },
      ],
    })
  })

  it.each(['1.2', '<1.0.0', '>=1.0.0 <x', '01.0.0'])('rejects %s', (line) => {
    expect(read(line)).toEqual({ wrong: line })
  })

  it('validates digests and URLs', () => {
    const text = { ...emptyAdvisory, archives: 'AB'.repeat(32) }
    expect(fromText(text)).toMatchObject({ archive_digests: ['ab'.repeat(32)] })
    expect(fromText({ ...text, references: 'javascript:alert(1)' })).toEqual({ wrong: 'javascript:alert(1)' })
  })
})

import { expect, test } from 'vitest'
import { emptyAdvisory, fromText } from './advisory-lines.ts'

const read = (targets: string) => fromText({ ...emptyAdvisory, title: 'x', targets })

test('lines are versions and ranges', () => {
  expect(read('1.2.0\n\n >=1.0.0 <1.2.0 \n>= 2.0.0, <=2.0.9\n>=3.0.0\n1.2.0')).toMatchObject({
    versions: ['1.2.0'],
    ranges: [
      { introduced: '1.0.0', fixed: '1.2.0' },
      { introduced: '2.0.0', last_affected: '2.0.9' },
      { introduced: '3.0.0' },
    ],
  })
})

test.each(['1.2', '<1.0.0', '>=1.0.0 <x', '01.0.0'])('%s is not understood', (line) => {
  expect(read(line)).toEqual({ wrong: line })
})

test('digests and addresses are looked at too', () => {
  const text = { ...emptyAdvisory, archives: 'AB'.repeat(32) }
  expect(fromText(text)).toMatchObject({ archive_digests: ['ab'.repeat(32)] })
  expect(fromText({ ...text, references: 'javascript:alert(1)' })).toEqual({ wrong: 'javascript:alert(1)' })
})

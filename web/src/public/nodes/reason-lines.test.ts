import { describe, expect, it } from 'vitest'
import { reasonLines } from './reason-lines.ts'

describe('reasonLines', () => {
  it('formats each scan finding as one line with file and line', () => {
    const findings = [
      {
        issue_type: 'downloaded-code',
        file_path: 'helper.py',
        line_number: 3,
        message: 'Runs what it downloads.',
      },
      { type: 'obfuscation' },
    ]
    expect(reasonLines(JSON.stringify(findings))).toEqual([
      'Runs what it downloads. (helper.py:3)',
      'obfuscation',
    ])
  })

  it('reads only the message of a reason from the admin pages', () => {
    const stored = { message: 'Mines coins.', by: 'ada@example.test', statusHistory: [] }
    expect(reasonLines(JSON.stringify(stored))).toEqual(['Mines coins.'])
  })

  it('keeps plain text, even if it looks like JSON', () => {
    expect(reasonLines('Mines coins.')).toEqual(['Mines coins.'])
    expect(reasonLines('{not JSON')).toEqual(['{not JSON'])
    expect(reasonLines('{"other": 1}')).toEqual(['{"other": 1}'])
    expect(reasonLines('')).toEqual([])
    expect(reasonLines(undefined)).toEqual([])
  })
})

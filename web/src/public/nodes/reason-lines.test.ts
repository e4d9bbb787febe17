import { expect, test } from 'vitest'
import { reasonLines } from './reason-lines.ts'

test('findings of the scan are a line each, with file and line', () => {
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

test('of what an admin screen stored only the message is read', () => {
  const stored = { message: 'Mines coins.', by: 'ada@example.test', statusHistory: [] }
  expect(reasonLines(JSON.stringify(stored))).toEqual(['Mines coins.'])
})

test('text stays text, also what only looks like JSON', () => {
  expect(reasonLines('Mines coins.')).toEqual(['Mines coins.'])
  expect(reasonLines('{not JSON')).toEqual(['{not JSON'])
  expect(reasonLines('{"other": 1}')).toEqual(['{"other": 1}'])
  expect(reasonLines('')).toEqual([])
  expect(reasonLines(undefined)).toEqual([])
})

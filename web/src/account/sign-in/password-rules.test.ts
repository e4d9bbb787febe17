import { describe, expect, it } from 'vitest'
import { checkPassword } from './password-rules.ts'
import { toPhoneNumber } from './phone-field.tsx'

const all = { minLength: 8, maxLength: 12, lowerCase: true, upperCase: true, digit: true, other: true }
const broken = (password: string, rules = all) =>
  checkPassword(rules, password)
    .filter(([, isKept]) => !isKept)
    .map(([rule]) => rule)

describe('sign-in input', () => {
  it('checks every required rule', () => {
    expect(broken('Abcdef1!')).toEqual([])
    expect(broken('')).toEqual(['minLength', 'lowerCase', 'upperCase', 'digit', 'other'])
    expect(broken('Abcdef1!Abcdef1!')).toEqual(['maxLength'])
  })

  it('lists required rules only', () => {
    const lengthOnly = { minLength: 6, lowerCase: false, upperCase: false, digit: false, other: false }
    expect(checkPassword(lengthOnly, 'abcdef')).toEqual([['minLength', true]])
  })

  it('accepts common ways to write a phone number', () => {
    expect(toPhoneNumber(' +44 (20) 7946-0123 ')).toBe('+442079460123')
    expect(toPhoneNumber('0044 20 7946 0123')).toBe('+442079460123')
    expect(toPhoneNumber('＋４４ 20')).toBe('+4420')
  })
})

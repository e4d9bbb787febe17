import type { PasswordRules } from '../../ground/identity/identity.ts'

export type PasswordRule = 'minLength' | 'maxLength' | 'lowerCase' | 'upperCase' | 'digit' | 'other'

/** Lists the required rules in display order, each with whether the password meets it. */
export function checkPassword(rules: PasswordRules, password: string): [PasswordRule, boolean][] {
  const length = [...password].length
  const { minLength, maxLength, lowerCase, upperCase, digit, other } = rules
  return [
    ['minLength', length >= minLength],
    ...when(maxLength !== undefined, 'maxLength', length <= (maxLength ?? 0)),
    ...when(lowerCase, 'lowerCase', /[a-z]/.test(password)),
    ...when(upperCase, 'upperCase', /[A-Z]/.test(password)),
    ...when(digit, 'digit', /[0-9]/.test(password)),
    ...when(other, 'other', /[^a-zA-Z0-9]/.test(password)),
  ]
}

function when(isAsked: boolean, rule: PasswordRule, isKept: boolean): [PasswordRule, boolean][] {
  return isAsked ? [[rule, isKept]] : []
}

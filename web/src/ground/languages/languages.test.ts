import { expect, test } from 'vitest'
import { isLanguageMeant } from './languages.ts'

test('a language is found by its own name, by its name here, and by its code', () => {
  const spanish = { own: 'Español', here: 'Spanish' }
  for (const typed of ['', 'esp', 'SPAN', 'es', ' español ']) {
    expect(isLanguageMeant('es', spanish, typed), typed).toBe(true)
  }
  expect(isLanguageMeant('es', spanish, 'japan')).toBe(false)
})

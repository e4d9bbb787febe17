import { describe, expect, it } from 'vitest'
import { isLanguageMeant } from './languages.ts'

describe('isLanguageMeant', () => {
  it('matches the native name, the translated name, and the code', () => {
    const spanish = { own: 'Español', here: 'Spanish' }
    for (const typed of ['', 'esp', 'SPAN', 'es', ' español ']) {
      expect(isLanguageMeant('es', spanish, typed), typed).toBe(true)
    }
    expect(isLanguageMeant('es', spanish, 'japan')).toBe(false)
  })
})

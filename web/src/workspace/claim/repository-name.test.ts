import { describe, expect, it } from 'vitest'
import { repositoryNameAt } from './repository-name.ts'

describe('repositoryNameAt', () => {
  it.each([
    'https://github.com/acme/blur',
    'https://github.com/acme/blur.git',
    'https://github.com/acme/blur/',
    'https://github.com/acme/blur?tab=readme#top',
    'http://www.github.com/acme/blur/tree/main',
    'git@github.com:acme/blur.git',
  ])('accepts %s', (address) => {
    expect(repositoryNameAt('github.com', address)).toEqual({ owner: 'acme', repo: 'blur' })
  })

  it.each(['', undefined, 'https://github.com/acme', 'https://elsewhere.test/acme/blur', 'acme/blur'])(
    'rejects %s',
    (address) => {
      expect(repositoryNameAt('github.com', address)).toBeUndefined()
    },
  )
})

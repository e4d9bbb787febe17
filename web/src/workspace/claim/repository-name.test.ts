import { expect, test } from 'vitest'
import { repositoryNameAt } from './repository-name.ts'

test.each([
  'https://github.com/acme/blur',
  'https://github.com/acme/blur.git',
  'https://github.com/acme/blur/',
  'https://github.com/acme/blur?tab=readme#top',
  'http://www.github.com/acme/blur/tree/main',
  'git@github.com:acme/blur.git',
])('%s is a repository', (address) => {
  expect(repositoryNameAt('github.com', address)).toEqual({ owner: 'acme', repo: 'blur' })
})

test.each(['', undefined, 'https://github.com/acme', 'https://elsewhere.test/acme/blur', 'acme/blur'])(
  '%s is none',
  (address) => {
    expect(repositoryNameAt('github.com', address)).toBeUndefined()
  },
)

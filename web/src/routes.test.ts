import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memberPages } from './member-routes.ts'
import { publicPages } from './routes.tsx'

describe('the pages on the server', () => {
  it.each(Object.entries({ ...publicPages, ...memberPages }))(
    '%s has a source file',
    (_path, { file = '' }) => {
      expect(file).toMatch(/^src\//)
      expect(existsSync(join(import.meta.dirname, '..', file))).toBe(true)
    },
  )
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = join(import.meta.dirname, '../..')
const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

function namesOf(kind: string): string[] {
  return [...tokens.matchAll(new RegExp(`--${kind}-([a-z0-9-]+):`, 'g'))].map(([, name = '']) => name)
}

const colors = [...namesOf('color'), 'transparent', 'current', 'none', 'inset']
const rules = [
  { of: /^(?:bg|from|to|via|fill|stroke|ring|outline|text)-([a-z][a-z0-9-]*)(?:\/\d+)?$/, has: colors },
  { of: /^rounded-([a-z0-9]+)$/, has: [...namesOf('radius'), 'full', 'none'] },
  { of: /^shadow-([a-z]+)$/, has: [...namesOf('shadow'), 'none'] },
]
/** Sizes and alignments, which begin like the colors of texts. */
const others = new Set([
  ...namesOf('text').map((size) => `text-${size}`),
  ...['start', 'end', 'left', 'right', 'center', 'balance', 'pretty', 'nowrap'].map((way) => `text-${way}`),
])

/** Utilities of the style sheet exist only for tokens, so one with another name does nothing. */
describe('the tokens of the design', () => {
  it('have every color, radius and shadow that components name', () => {
    const unknown = globSync('**/*.tsx', { cwd: source }).flatMap((file) =>
      classesOf(readFileSync(join(source, file), 'utf8'))
        .filter(
          (word) => !others.has(word) && rules.some(({ of, has }) => isMissing(of.exec(word)?.[1], has)),
        )
        .map((word) => `${file}: ${word}`),
    )
    expect(unknown).toEqual([])
  })
})

const isMissing = (name: string | undefined, has: string[]) => name !== undefined && !has.includes(name)

/** Classes of elements, without their conditions. */
function classesOf(code: string): string[] {
  return [...code.matchAll(/[cC]lass(?:Name)?=(?:"([^"]*)"|\{`([^`]*)`)/g)]
    .flatMap(([, plain, built]) => (plain ?? built ?? '').split(/\s+/))
    .map((word) => word.replace(/^.*:/, '').replace(/!$/, ''))
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PatternAnalyzer } from './analyze.ts'
import { PatternCollector } from './collect.ts'
import { dynamicPatterns, superlinearPatterns } from './exceptions.ts'
import linearBranches from './linear-branches.json' with { type: 'json' }
import { patternsOfSources } from './sources.ts'

const patterns = patternsOfSources()
const analyzer = new PatternAnalyzer(linearBranches)

describe('regular expressions for untrusted input', () => {
  it('take linear time, or are exceptions with a reason', () => {
    const problems = patterns
      .filter(({ isDynamic }) => !isDynamic)
      .flatMap(({ file, line, source, flags }) => {
        if (Object.hasOwn(superlinearPatterns, source)) return []
        const problem = analyzer.superlinear(source, flags)
        return problem ? [`${file}:${line} /${source}/${flags}: ${problem}`] : []
      })
    assert.deepEqual(problems, [])
    assert.deepEqual(analyzer.linearBranches(), linearBranches, 'run `npm run lab -- patterns`')
  })

  it('are constant, or are exceptions with a reason', () => {
    const unknown = patterns.filter(
      ({ isDynamic, source }) => isDynamic && !Object.hasOwn(dynamicPatterns, source),
    )
    assert.deepEqual(unknown, [])
  })

  it('have no unnecessary exceptions', () => {
    const dynamic = new Set(patterns.filter(({ isDynamic }) => isDynamic).map(({ source }) => source))
    const constant = new Map(
      patterns.filter(({ isDynamic }) => !isDynamic).map((one) => [one.source, one.flags]),
    )
    const isNeeded = (source: string) => {
      const flags = constant.get(source)
      return flags !== undefined && analyzer.superlinear(source, flags) !== undefined
    }
    assert.deepEqual(
      [
        ...Object.keys(dynamicPatterns).filter((source) => !dynamic.has(source)),
        ...Object.keys(superlinearPatterns).filter((source) => !isNeeded(source)),
      ],
      [],
    )
  })
})

describe('the check of regular expressions', () => {
  const unaided = new PatternAnalyzer()

  it('finds patterns that take more than linear time', () => {
    const slow = [
      '\\s+$',
      '(a+)+$',
      'a.*b',
      '\\s*;?\\s*$',
      '"(?:[^"\\\\]|\\\\.)*"',
      '^(a|b*)*$',
      '^\\w*\\d*!',
    ]
    assert.deepEqual(
      slow.filter((source) => !unaided.superlinear(source, '')),
      [],
    )
  })

  it('accepts patterns that take linear time', () => {
    const quick = ['^\\s+', '^\\w+\\.\\d*$', 'a[^ab]*b', '^(?:x|y)+z', '^[^"]*"[^"]*"$', '\\d{1,20}$']
    assert.deepEqual(
      quick.filter((source) => unaided.superlinear(source, '')),
      [],
    )
  })

  it('recognizes every syntax of a pattern', () => {
    const written = new PatternCollector(import.meta.dirname).patternsOf('examples.test-support.ts')
    assert.deepEqual(
      written.map(({ source, flags, isDynamic }) => (isDynamic ? `? ${source}` : `/${source}/${flags}`)),
      [
        '/a+/g',
        '/^t+$/u',
        '? RegExp',
        '/b/',
        '/cb/u',
        '/ba+/',
        '/p|q/i',
        '/\\db/',
        '/^s+$/u',
        '/u+/',
        '/b/',
        '/v+b/',
        '? new RegExp(text)',
        '? RegExp',
      ],
    )
  })
})

import { Parser } from 'htmlparser2'

/**
 * Whether the HTML nests more than this many elements. Parsers search all open elements for the one that
 * ends, so deep nesting costs quadratic time; reading stops at the limit.
 */
export function nestsDeeperThan(limit: number, html: string): boolean {
  let depth = 0
  let isTooDeep = false
  const parser = new Parser({
    onopentagname() {
      if (++depth <= limit) return
      isTooDeep = true
      parser.pause()
    },
    onclosetag() {
      depth--
    },
  })
  parser.write(html)
  return isTooDeep
}

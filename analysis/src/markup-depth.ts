import { Parser } from 'htmlparser2'

/**
 * Whether more elements than this are open at once somewhere in the HTML. Parsers look through all open elements for
 * the one that ends, so that deep nesting costs quadratic time; nothing is read beyond the limit.
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

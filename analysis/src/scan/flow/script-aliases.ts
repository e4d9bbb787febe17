import { isBundle } from './javascript-library.ts'

/** Functions that run, download, send or decode, and the global object that has them. */
const telling =
  /\b(eval|\w*Function|constructor|importScripts|fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|atob|unescape|localStorage|sessionStorage|window|globalThis|self|document|navigator|setTimeout|setInterval|Worker|Image|Reflect|require)\b/g

/** The search for the name goes back no further. */
const lookBack = 100
const maxRounds = 10

/**
 * Finds names that a script binds to something telling, such as `const run = eval`: such a name is telling,
 * too. Returns undefined when names are bound to names more often than in hand-written code. Bundlers reuse
 * short names, which then tell nothing.
 */
export function aliasesAt(text: string): number[] | undefined {
  if (isBundle(text)) return []
  const places: number[] = []
  const known = new Set<string>()
  let found = namesAt(text, [...text.matchAll(telling)])
  for (let round = 0; found.size > 0; round++) {
    if (round === maxRounds) return undefined
    for (const name of found) known.add(name)
    const uses = [...text.matchAll(/[\w$]+/g)].filter(({ 0: word }) => found.has(word))
    for (const { index } of uses) places.push(index)
    found = namesAt(text, uses)
    for (const name of known) found.delete(name)
  }
  return places.sort((a, b) => a - b)
}

/** Finds names bound to these words where they are not called. */
function namesAt(text: string, words: readonly RegExpExecArray[]): Set<string> {
  const names = new Set<string>()
  for (const { 0: word, index } of words) {
    const after = text.slice(index + word.length, index + word.length + lookBack)
    const renamed = /^\s*:\s*([\w$]+)\s*[,}=]/.exec(after)?.[1]
    if (renamed) names.add(renamed)
    if (!/^\s*([;,)\]}\n]|$|\.bind\b|\|\||\?\?|:)/.test(after)) continue
    const before = text.slice(Math.max(0, index - lookBack), index)
    const bound = /$(?<=([\w$]+)\s*(?:=|\|\|=|\?\?=|:)[\s([]*(?:0\s*,\s*)?(?:[\w$]+\??\.)*)/.exec(before)?.[1]
    if (bound) names.add(bound)
  }
  return names
}

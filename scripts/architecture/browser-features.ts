/**
 * Features that a browser stated in docs/use.md lacks (Chrome and Edge 126, Firefox 128, Safari 18), as patterns for
 * code without comments. Source: the browser compatibility data of MDN.
 */
export const missingInBrowsers: RegExp[] = [
  // Streams are not iterable in Safari. Generators are called in place, which tells them from streams.
  /\bfor await \((?:const|let|var) [^\n]*? of (?!\w+\()[^\n]*/,
  /\bfor await \([^\n]*\bof [^\n]*(?:[sS]tream\(|\bbody\b|readable\b)[^\n]*/,
  /\byield\* \w*(?:[sS]tream|[bB]ody|[rR]eadable)\b/,
  /\bReadableStream\.from\b/,
  /\bArray\.fromAsync\([^\n]*(?:[sS]tream|\bbody\b|readable\b)/,
  // Helpers of iterators.
  /\bIterator\.(?:from|concat|zip)\b/,
  /\.(?:(?:keys|values|entries)\(\)|matchAll\([^()]*\))\s*\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
  // The language.
  /\b(?:await )?using \w+ =/,
  /\(\?[ims]*-?[ims]+:/,
  /\b(?:Promise\.try|RegExp\.escape|Error\.isError|Math\.(?:sumPrecise|f16round)|JSON\.(?:rawJSON|isRawJSON))\b/,
  /\b(?:Uint8Array\.from(?:Base64|Hex)|setFrom(?:Base64|Hex))\b|\.to(?:Base64|Hex)\(\)/,
  /\.getOrInsert(?:Computed)?\(/,
  /\b(?:Temporal\.\w+|Float16Array|Intl\.DurationFormat|Atomics\.(?:pause|waitAsync))\b/,
  // The platform.
  /\b(?:requestIdleCallback\(|cookieStore\b|URLPattern\b|scheduler\.(?:yield|postTask)\b|startViewTransition\b)/,
  /\b(?:show(?:OpenFile|SaveFile|Directory)Picker\b|moveBefore\(|scrollIntoViewIfNeeded\b|window\.navigation\b)/,
]

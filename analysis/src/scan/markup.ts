import { Parser } from 'htmlparser2'
import { LineNumbers } from '../ground/places.ts'

interface Piece {
  code: string
  line: number
}

/** A parser searches all open elements for the one that ends, so reading stops at this depth. */
const maxDepth = 1_000

/** Maximum for one file. The rest becomes one script. */
const maxScripts = 50

/**
 * Returns the scripts of an HTML or SVG file: the content of its elements, the files that they load, and
 * their event handlers. They form one text if a browser could read them as one, so that values are followed
 * through all of them; each keeps its lines in the file. Returns undefined for elements that nest too deeply.
 */
export function scriptsInMarkup(
  path: string,
  text: string,
  canRead: (code: string) => boolean,
): string[] | undefined {
  const written = piecesOf(text, /\.(svg|xhtml)$/i.test(path))
  if (!written || written.length === 0) return written && []
  const pieces = written.map((piece, i) =>
    i < maxScripts ? { ...piece, code: readable(piece.code, canRead) } : piece,
  )
  const whole = inLines(pieces)
  if (canRead(whole)) return [whole]
  const rest = pieces.slice(maxScripts)
  return [
    ...pieces.slice(0, maxScripts).map((piece) => inLines([piece])),
    ...(rest.length > 0 ? [inLines(rest)] : []),
  ]
}

function piecesOf(text: string, isXml: boolean): Piece[] | undefined {
  const pieces: Piece[] = []
  const lines = new LineNumbers(text)
  let depth = 0
  let isTooDeep = false
  let script: { code: string[]; line: number } | undefined
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > maxDepth && !isTooDeep) {
          isTooDeep = true
          parser.pause()
        }
        const line = lines.at(parser.startIndex)
        const isScript = /(^|:)script$/.test(name)
        const address = attributes['src'] ?? attributes['href'] ?? attributes['xlink:href']
        if (isScript && !isCode.test(attributes['type'] ?? '')) return
        if (isScript && address !== undefined) pieces.push({ code: loads(address), line })
        else if (isScript) script = { code: [], line: lines.at(parser.endIndex) }
        for (const [attribute, value] of Object.entries(attributes)) {
          const code = codeOf(attribute, value)
          if (code) pieces.push({ code: `(function (event) {${code}\n});`, line })
        }
      },
      ontext(part) {
        script?.code.push(part)
      },
      onclosetag(name) {
        depth--
        if (!script || !/(^|:)script$/.test(name)) return
        pieces.push({ code: `${script.code.join('')}\n;`, line: script.line })
        script = undefined
      },
    },
    { xmlMode: isXml, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.write(text)
  if (isTooDeep) return undefined
  parser.end()
  return pieces
}

const isCode = /^\s*$|(java|ecma|j)script|^\s*module\s*$/i

/** Describes the element's effect as a statement of a script. */
function loads(address: string): string {
  const full = address.trim().replace(/^\/\//, 'https://')
  return `document.createElement("script").src = ${JSON.stringify(full)};`
}

/** Returns the code that an attribute runs. */
function codeOf(attribute: string, value: string): string | undefined {
  if (/^on\w+$/.test(attribute)) return value
  return /^(href|src|action|formaction|xlink:href)$/.test(attribute)
    ? /^\s*javascript:(.*)$/is.exec(value)?.[1]
    : undefined
}

/**
 * Template tags in pages are not script code: inserted values stay as they are, and control tags are removed.
 * A browser refuses such tags between other code; inside a string or a comment, everything up to its end is
 * removed.
 */
function readable(code: string, canRead: (code: string) => boolean): string {
  if (!/\{[{%]/.test(code) || canRead(code)) return code
  const filled = code
    .replace(/\{%[^%*/"'`\n{}]*%\}/g, ' ')
    .replace(/\{\{([^{}\n]*)\}\}/g, (_, inner: string) => `  ${inner}  `)
  return canRead(filled) ? filled : code
}

function inLines(pieces: readonly Piece[]): string {
  const parts: string[] = []
  let line = 1
  for (const piece of pieces) {
    const missing = Math.max(0, piece.line - line)
    parts.push('\n'.repeat(missing), piece.code)
    line += missing + piece.code.split('\n').length - 1
  }
  return parts.join('')
}

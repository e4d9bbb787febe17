/** Marks text as HTML, which is not escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | readonly Html[]

/** Builds HTML from a template. Escapes all values except HTML. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(
    strings.map((text, index) => text + (index < values.length ? toText(values[index] ?? '') : '')).join(''),
  )
}

function toText(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map((one: Html) => one.text).join('')
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Embeds data for a script of the page in an element that browsers do not execute. */
export function dataBlock(id: string, data: object): Html {
  const text = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return html`<script type="application/json" id="${id}">${new Html(text)}</script>`
}

/** Returns a complete page with the service's icon and styles. */
export function document(title: string, body: Html, { head = html``, lang = 'en' } = {}): string {
  const whole = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/emulator/auth/icon.svg">
<link rel="stylesheet" href="/emulator/auth/pages.css">
${head}
</head>
<body>
${body}
</body>
</html>
`
  return whole.text
}

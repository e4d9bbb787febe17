export interface Parts {
  /** The script that hydrates the page. */
  entry: string
  /** All imports of this page. */
  imports: string[]
  /** Text files that the page reads. */
  texts: string[]
  /** Whether the page has content to read before hydration. */
  isReadable: boolean
}

// The page declares this before it runs the script.
declare const parts: Parts

const maxWaitMs = 10_000
const paint = 'first-contentful-paint'
let hasBegun = false

// Loads the scripts of a page after its first paint, because they would compete with the content for network and processor.
// Background pages never paint, and pages without content need not wait.
if (!parts.isReadable || document.hidden) begin()
else {
  setTimeout(begin, maxWaitMs)
  new PerformanceObserver((list) => {
    if (list.getEntriesByName(paint).length > 0) begin()
  }).observe({ type: 'paint', buffered: true })
}

function begin(): void {
  if (hasBegun) return
  hasBegun = true
  for (const href of parts.imports) add('link', { rel: 'modulepreload', href })
  for (const href of parts.texts) add('link', { rel: 'preload', as: 'fetch', crossOrigin: '', href })
  add('script', { type: 'module', src: parts.entry })
}

function add<Tag extends 'link' | 'script'>(tag: Tag, fields: Partial<HTMLElementTagNameMap[Tag]>): void {
  document.head.append(Object.assign(document.createElement(tag), fields))
}

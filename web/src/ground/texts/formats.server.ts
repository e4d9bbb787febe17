import { AsyncLocalStorage } from 'node:async_hooks'
import { type FormattedTexts, noteWith } from './formats.ts'

/** Pages render concurrently but share formatters, so each page needs its own record. */
const pages = new AsyncLocalStorage<Map<string, string>>()
noteWith((key, text) => pages.getStore()?.set(key, text))

/** Renders a page and returns the texts that formatters produced for it. */
export async function recordFormatted(
  render: () => Promise<string>,
): Promise<{ html: string; formatted: FormattedTexts }> {
  const formatted = new Map<string, string>()
  const html = await pages.run(formatted, render)
  return { html, formatted: Object.fromEntries(formatted) }
}

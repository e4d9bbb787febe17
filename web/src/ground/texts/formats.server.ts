import { AsyncLocalStorage } from 'node:async_hooks'
import { noteWith, type Written } from './formats.ts'

/** Pages are rendered beside one another, and formatters are made once for all of them. */
const pages = new AsyncLocalStorage<Map<string, string>>()
noteWith((asked, text) => pages.getStore()?.set(asked, text))

/** Renders a page, and tells what formatters wrote into it. */
export async function withWritten(
  render: () => Promise<string>,
): Promise<{ html: string; written: Written }> {
  const written = new Map<string, string>()
  const html = await pages.run(written, render)
  return { html, written: Object.fromEntries(written) }
}

import type { Locale } from '@nodeyard/contract/ground'
import type { NodeDetail } from '@nodeyard/contract/packs'

/** Replaces title and description with the author's translations, if any. */
export function translated({ translations, ...node }: NodeDetail, locale: Locale): NodeDetail {
  const own = translations?.[locale]
  const name = textIn(own, 'name')
  const description = textIn(own, 'description')
  return { ...node, ...(name ? { name } : {}), ...(description ? { description } : {}) }
}

function textIn(fields: Record<string, unknown> | undefined, field: string): string | undefined {
  const text = fields?.[field]
  return typeof text === 'string' ? text.trim() : undefined
}

import type { Locale } from '@nodeyard/contract/locales'
import type { NodeDetail } from '@nodeyard/contract/nodes'

/** A node with its title and description in this language, where its author gave them. */
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

import type { ComfyNodeTranslation, PortTranslation } from './comfy-node.ts'

/** Where the tool looks: one file a language. Source: the tool's documentation on translations of packs. */
const translationFile = /^locales\/([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?)\/nodeDefs\.json$/

/** A text longer than this is no name and no tooltip. */
const longestText = 5_000
const mostLanguages = 30

/** The names and texts of comfy-nodes in other languages: by comfy-node, then by language. */
export function readTranslations(
  texts: ReadonlyMap<string, string>,
): Map<string, { [language: string]: ComfyNodeTranslation }> {
  const found = new Map<string, { [language: string]: ComfyNodeTranslation }>()
  const files = [...texts].flatMap(([path, text]) => {
    const language = translationFile.exec(path)?.[1]
    return language === undefined ? [] : [{ language, text }]
  })
  for (const { language, text } of files.slice(0, mostLanguages)) {
    for (const [name, definition] of Object.entries(parseRecord(text))) {
      const translation = translationOf(recordOf(definition))
      if (Object.keys(translation).length === 0) continue
      found.set(name, { ...found.get(name), [language]: translation })
    }
  }
  return found
}

function parseRecord(text: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch {
    return {}
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

function translationOf(definition: Record<string, unknown>): ComfyNodeTranslation {
  const [inputs, outputs] = [portsOf(definition['inputs']), portsOf(definition['outputs'])]
  return {
    ...textField('display_name', definition['display_name']),
    ...textField('description', definition['description']),
    ...(inputs ? { inputs } : {}),
    ...(outputs ? { outputs } : {}),
  }
}

/** By the input's name; outputs by their place, as text. */
function portsOf(value: unknown): { [name: string]: PortTranslation } | undefined {
  const ports = Object.entries(recordOf(value)).flatMap(([name, definition]) => {
    const fields = recordOf(definition)
    const port = { ...textField('name', fields['name']), ...textField('tooltip', fields['tooltip']) }
    return Object.keys(port).length > 0 ? [[name, port] as const] : []
  })
  return ports.length > 0 ? Object.fromEntries(ports) : undefined
}

function textField<Name extends string>(name: Name, value: unknown): { [key in Name]?: string } {
  if (typeof value !== 'string' || value === '' || value.length > longestText) return {}
  return { [name]: value } as { [key in Name]: string }
}

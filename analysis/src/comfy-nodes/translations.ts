import type { PackFile, PackFiles } from '../archive/pack-files.ts'
import { defined } from '../ground/defined.ts'
import type { ComfyNodeTranslation, PortTranslation } from './comfy-node.ts'

/**
 * The tool looks in one folder per language, for the definitions alone or as a part of `main.json`. Source:
 * the tool's documentation on translations of packs.
 */
const translationFile = /^locales\/([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?)\/(main|nodeDefs)\.json$/

/** Longer texts are neither names nor tooltips. */
const longestText = 5_000
const maxLanguages = 30
const fileBytes = 2 * 1024 * 1024
const allFilesBytes = 16 * 1024 * 1024

/** Keyed by language. */
export type Translations = { [language: string]: ComfyNodeTranslation }

/** Reads the translated names and texts of comfy-nodes, keyed by the name of the comfy-node. */
export async function readTranslations(source: PackFiles): Promise<Map<string, Translations>> {
  const found = new Map<string, Translations>()
  for (const [language, definitions] of await readDefinitions(source)) {
    for (const [name, definition] of Object.entries(definitions)) {
      const translation = translationOf(recordOf(definition))
      if (Object.keys(translation).length === 0) continue
      found.set(name, { ...found.get(name), [language]: translation })
    }
  }
  return found
}

/** Returns the translations of one comfy-node. These files write a dot in a name as an underscore. */
export function translationsOf(
  translations: ReadonlyMap<string, Translations>,
  name: string,
): Translations | undefined {
  return translations.get(name) ?? translations.get(name.replaceAll('.', '_'))
}

/**
 * Reads the definitions of each language; a separate file replaces those in `main.json`, as it does in the
 * tool.
 */
async function readDefinitions(source: PackFiles): Promise<Map<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>()
  let bytes = 0
  for (const { path, size, language, kind } of translationFiles(source.files)) {
    const isTooMuch = size > fileBytes || bytes + size > allFilesBytes
    if (isTooMuch || (found.size >= maxLanguages && !found.has(language))) continue
    bytes += size
    const content = parseRecord(new TextDecoder('utf-8').decode(await source.read(path)))
    const definitions = kind === 'main' ? recordOf(content['nodeDefs']) : content
    if (Object.keys(definitions).length > 0) found.set(language, definitions)
  }
  return found
}

/** Sorts the files by path, so that `main.json` comes before `nodeDefs.json`. */
function translationFiles(files: readonly PackFile[]) {
  return files
    .flatMap(({ path, size }) => {
      const [, language, kind] = translationFile.exec(path) ?? []
      return language === undefined ? [] : [{ path, size, language, kind }]
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))
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
    ...defined({ inputs, outputs }),
  }
}

/** Keys are input names, or output positions as text. */
function portsOf(value: unknown): { [name: string]: PortTranslation } | undefined {
  const ports = Object.entries(recordOf(value)).flatMap(([name, definition]) => {
    const fields = recordOf(definition)
    const port = { ...textField('name', fields['name']), ...textField('tooltip', fields['tooltip']) }
    return Object.keys(port).length > 0 ? [[name, port] as const] : []
  })
  return ports.length > 0 ? Object.fromEntries(ports) : undefined
}

function textField<Name extends string>(name: Name, value: unknown): { [key in Name]?: string } {
  if (typeof value !== 'string' || value.trim() === '' || value.length > longestText) return {}
  return { [name]: value } as { [key in Name]: string }
}

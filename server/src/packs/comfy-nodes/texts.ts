import { closestLanguage, fallbackLocale } from '@nodeyard/contract/ground'
import type { ComfyNodeDetail, ComfyNodeTranslation } from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../ground/db/database.ts'
import { listDocumented, listTextsOfComfyNode, listTranslatedLanguages, listTranslations } from './sql.ts'

export interface ComfyNodeTexts {
  translation?: ComfyNodeTranslation
  has_documentation: boolean
}

/** Reads the pack's texts about these comfy-nodes in a language, with English as fallback. */
export async function readTexts(
  db: DbOrTx,
  versionId: string,
  { names, language }: { names: readonly string[]; language: string },
): Promise<(name: string) => ComfyNodeTexts> {
  const offered = await listTranslatedLanguages(db, versionId)
  const wanted = [closestLanguage(offered, language), closestLanguage(offered, fallbackLocale)]
  const languages = [...new Set(wanted.filter((one) => one !== undefined))]
  const [rows, documented] = await Promise.all([
    languages.length > 0 ? listTranslations(db, versionId, { names, languages }) : [],
    listDocumented(db, versionId, names),
  ])
  const byName = Map.groupBy(rows, ({ name }) => name)
  return (name) => {
    const ofNode = byName.get(name) ?? []
    const best = languages.flatMap((one) => ofNode.filter((row) => row.language === one))[0]
    return {
      ...(best ? { translation: best.translation as ComfyNodeTranslation } : {}),
      has_documentation: documented.has(name),
    }
  }
}

/** Reads all translations and documentation of one comfy-node. */
export async function readAllTexts(
  db: DbOrTx,
  versionId: string,
  name: string,
): Promise<Pick<ComfyNodeDetail, 'translations' | 'documentation'>> {
  const rows = await listTextsOfComfyNode(db, versionId, name)
  const translated = rows.filter(({ translation }) => translation !== null)
  const documented = rows.filter((row) => row.document_html !== '')
  return {
    ...(translated.length > 0
      ? {
          translations: Object.fromEntries(
            translated.map((row) => [row.language, row.translation as ComfyNodeTranslation]),
          ),
        }
      : {}),
    ...(documented.length > 0
      ? {
          documentation: documented.map(({ language, document_html: html }) => ({
            ...(language === '' ? {} : { language }),
            html,
          })),
        }
      : {}),
  }
}

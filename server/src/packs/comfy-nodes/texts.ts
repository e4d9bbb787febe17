import type { ComfyNodeDetail, ComfyNodeTranslation } from '@nodeyard/contract/comfy-nodes'
import { closestLanguage, fallbackLocale } from '@nodeyard/contract/locales'
import type { DbOrTx } from '../../ground/db/database.ts'
import { listDocumented, listTextsOfComfyNode, listTranslatedLanguages, listTranslations } from './sql.ts'

export interface ComfyNodeTexts {
  translation?: ComfyNodeTranslation
  has_documentation: boolean
}

/** What a version's pack says of these comfy-nodes to readers of a language, else in English. */
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

/** Everything that a version's pack says of one comfy-node beside the code. */
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

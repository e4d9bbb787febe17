import { type EvidenceOfPack, evidenceOfPacks } from './model.ts'

interface Naming {
  url: string
  folder?: string | null
  from: EvidenceOfPack
  is_page?: boolean | null
}

/** Returns the surest of what packs say about one file, each address once: code before documents, files before pages, and the same folder before others. */
export function surestOf<One extends Naming>(named: readonly One[], folder: string | undefined): One[] {
  const from = evidenceOfPacks.find((evidence) => named.some((one) => one.from === evidence))
  const surest = named.filter((one) => one.from === from)
  const files = surest.filter(({ is_page }) => !is_page)
  const usable = files.length > 0 ? files : surest
  const inFolder = usable.filter((one) => folder !== undefined && one.folder === folder)
  const best = inFolder.length > 0 ? inFolder : usable
  return [...new Map(best.map((one) => [one.url, one])).values()]
}

import { type EvidenceOfPack, evidenceOfPacks } from './model.ts'

interface Naming {
  url: string
  folder?: string | null
  from: EvidenceOfPack
  is_page?: boolean | null
}

/**
 * Returns the surest of what packs say about one file, each address once: of each pack its code before its documents, and the same
 * folder before others; then files before pages. A pack can add an address, and replace only its own.
 */
export function surestOf<One extends Naming>(
  named: readonly One[],
  folder: string | undefined,
  packOf: (one: One) => string,
): One[] {
  const surest = [...Map.groupBy(named, packOf).values()].flatMap((own) => surestOfPack(own, folder))
  return [...new Map(filesFirst(surest).map((one) => [one.url, one])).values()]
}

function surestOfPack<One extends Naming>(named: readonly One[], folder: string | undefined): readonly One[] {
  const from = evidenceOfPacks.find((evidence) => named.some((one) => one.from === evidence))
  const usable = filesFirst(named.filter((one) => one.from === from))
  const inFolder = usable.filter((one) => folder !== undefined && one.folder === folder)
  return inFolder.length > 0 ? inFolder : usable
}

function filesFirst<One extends Naming>(named: readonly One[]): readonly One[] {
  const files = named.filter(({ is_page }) => !is_page)
  return files.length > 0 ? files : named
}

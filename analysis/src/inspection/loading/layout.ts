import type { PackFile, PackFiles } from '../../archive/pack-files.ts'
import type { Finding } from '../../ground/finding.ts'
import { toFinding } from '../../ground/finding.ts'
import { missingManifest, type ReadManifest, readManifestOf } from '../../manifest/read.ts'

const rule = {
  id: 'pack-in-folder',
  severity: 'medium',
  why: 'The tool looks for `__init__.py` at the top of the archive, and finds nothing to load.',
  fix: 'Pack the contents of the folder instead of the folder itself, and publish them under the next version number.',
} as const

/** Returns the only top-level folder when it contains the whole pack, as in archives of code hosts. */
function onlyFolder(files: readonly PackFile[]): string | undefined {
  const [first] = files
  const folder = first?.path.includes('/') ? first.path.slice(0, first.path.indexOf('/')) : undefined
  if (folder === undefined || !files.every(({ path }) => path.startsWith(`${folder}/`))) return undefined
  const isPack = files.some(
    ({ path }) => path === `${folder}/__init__.py` || path === `${folder}/pyproject.toml`,
  )
  return isPack ? folder : undefined
}

/** Reports an archive that contains the pack's folder instead of its files. */
export function checkLayout(files: readonly PackFile[]): Finding[] {
  const folder = onlyFolder(files)
  if (folder === undefined) return []
  return [toFinding(rule, `${folder}/`, { message: `Everything in the archive is in the folder ${folder}.` })]
}

/** Reads the project file. A pack without one has a finding, unless the one about its folder helps more. */
export async function readProject(source: PackFiles, files: readonly PackFile[]): Promise<ReadManifest> {
  const found = await readManifestOf(async (path, length) =>
    files.some((file) => file.path === path) ? source.readStart(path, length) : undefined,
  )
  return found ?? { problems: onlyFolder(files) === undefined ? [missingManifest()] : [] }
}

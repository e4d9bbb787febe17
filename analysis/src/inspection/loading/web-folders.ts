import type { PackFile } from '../../archive/pack-files.ts'
import type { Observation } from '../../facts/capabilities/detect.ts'
import type { Finding } from '../../ground/finding.ts'
import { toFinding } from '../../ground/finding.ts'
import { manifestPath } from '../../manifest/manifest.ts'
import { normalizePath } from '../../python/project.ts'
import type { MissingFile } from './missing-file.ts'

const rule = {
  id: 'web-directory-missing',
  severity: 'medium',
  why: 'The tool skips a missing folder, so none of the pack’s scripts run in its page.',
} as const

/** Imports that let a pack's script reach the tool's page. */
const usesPage = /["'][./]*\/scripts\/(?:app|api)\.js["']/
/** Names for a folder of scripts, and the tool folder to which packs copy them. */
const namesFolder = /WEB_DIRECTORY|EXTENSION_WEB_DIRS|extensions/

/** Reports scripts for the tool's page in a pack that names no folder of scripts. */
export function checkUnnamedScripts(
  scripts: ReadonlyMap<string, string>,
  python: ReadonlyMap<string, string>,
  web: readonly Observation[],
): Finding[] {
  if (web.length > 0 || !python.has('__init__.py')) return []
  const [path] = [...scripts].find(([, text]) => usesPage.test(text)) ?? []
  if (path === undefined || [...python.values()].some((text) => namesFolder.test(text))) return []
  const folder = path.includes('/') ? `./${path.slice(0, path.lastIndexOf('/'))}` : '.'
  const fix = `If it should run there, add \`WEB_DIRECTORY = "${folder}"\` to \`__init__.py\`.`
  const message = 'The script is made for the tool’s page, and no `WEB_DIRECTORY` names its folder.'
  const why = 'The tool runs only scripts in the folder that the pack names.'
  return [toFinding({ id: rule.id, severity: 'low', why, fix }, path, { message })]
}

/**
 * Returns whether the tool's page loads a script: from the folders that the pack names, or from where its code copies
 * scripts itself.
 */
export function isServed(
  web: readonly Observation[],
  scripts: ReadonlyMap<string, string>,
  python: ReadonlyMap<string, string>,
): (path: string) => boolean {
  const folders = web.map(({ subject }) => folderOf(subject))
  if (folders.length > 0)
    return (path) => folders.some((folder) => folder === '.' || path.startsWith(`${folder}/`))
  const copies = [...python.values()].some((text) => namesFolder.test(text))
  return (path) => copies && usesPage.test(scripts.get(path) ?? '')
}

const folderOf = (subject: string) => normalizePath(subject.replace(/^\/+/, ''))

/** Reports folders of scripts that are named but missing. */
export function checkWebFolders(
  files: readonly PackFile[],
  web: readonly Observation[],
): { findings: Finding[]; missing: MissingFile[] } {
  const missing = web
    .map((one) => ({ ...one, folder: folderOf(one.subject) }))
    .filter(({ folder }) => folder !== '.' && !files.some(({ path }) => path.startsWith(`${folder}/`)))
  return {
    findings: missing.map(({ folder, file, line }) => {
      const name = file === manifestPath ? '`web` in [tool.comfy]' : '`WEB_DIRECTORY`'
      const fix = `Pack the folder ${folder} with its scripts, or correct ${name}: it is relative to the top of the pack.`
      const message = `${name} names the folder ${folder}, which is not in the archive.`
      return toFinding({ ...rule, fix }, file, { line, message })
    }),
    missing: missing.map(({ folder, file, line }) => ({ rule: rule.id, file, line, paths: [folder] })),
  }
}

import type { Observation } from '../capabilities/detect.ts'
import { manifestPath } from '../manifest/manifest.ts'
import type { PackFile } from '../pack-files.ts'
import { normalizePath } from '../python/project.ts'
import type { Finding } from '../scan/finding.ts'
import { toFinding } from '../scan/rule.ts'

const rule = {
  id: 'web-directory-missing',
  severity: 'medium',
  why: 'The tool skips a folder that is not there, so none of the pack’s scripts run in its page.',
} as const

/** Folders of scripts that are named and not there. */
export function checkWebFolders(files: readonly PackFile[], web: readonly Observation[]): Finding[] {
  return web.flatMap(({ subject, file, line }) => {
    const folder = normalizePath(subject.replace(/^\/+/, ''))
    if (folder === '.' || files.some(({ path }) => path.startsWith(`${folder}/`))) return []
    const name = file === manifestPath ? '`web` in [tool.comfy]' : '`WEB_DIRECTORY`'
    const fix = `Pack the folder ${folder} with its scripts, or correct ${name}: it is relative to the top of the pack.`
    const message = `${name} names the folder ${folder}, which is not in the archive.`
    return [toFinding({ ...rule, fix }, file, { line, message })]
  })
}

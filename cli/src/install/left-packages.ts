import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { logicalLines, normalName, readRequirementLine } from '@nodeyard/analysis/requirements'
import { installationIn } from './installed.ts'

/**
 * Lists the Python packages that these packs state, and that neither another pack, also a disabled one, nor the tool states. A
 * package can need them all the same. Undefined if the requirements of the tool are not beside its folder of packs.
 */
export async function packagesLeft(packs: string, paths: readonly string[]): Promise<string[] | undefined> {
  const ofTool = await readFile(join(packs, '../requirements.txt'), 'utf8').catch(() => undefined)
  if (ofTool === undefined) return undefined
  const removed = new Set(paths.map((path) => basename(path)))
  const { packs: installed } = await installationIn(packs)
  const stated = (isRemoved: boolean) =>
    installed
      .filter(({ folder = '' }) => removed.has(folder) === isRemoved)
      .flatMap(({ lines = [] }) => namesIn(lines.map(({ text }) => text)))
  const needed = new Set([...namesIn(logicalLines(ofTool).map(({ text }) => text)), ...stated(false)])
  return [...new Set(stated(true))].filter((name) => !needed.has(name)).sort()
}

function namesIn(lines: readonly string[]): string[] {
  return lines.flatMap((text) => {
    const line = readRequirementLine(text)
    if (line.kind === 'requirement') return normalName(line.requirement.name)
    return 'name' in line && line.name !== undefined ? normalName(line.name) : []
  })
}

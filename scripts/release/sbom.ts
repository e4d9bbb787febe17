import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Lists every package that the server and the site run, as CycloneDX 1.5. */
export async function listComponents(root: string): Promise<{ text: string; count: number }> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']
  const { stdout: text } = await run('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: unknown[] }
  if (bomFormat !== 'CycloneDX' || components.length === 0)
    throw new Error('npm wrote no list of components.')
  return { text, count: components.length }
}

import type { Observation } from '../facts/capabilities/detect.ts'
import type { Finding } from '../ground/finding.ts'
import { trimOf } from '../ground/text-search.ts'
import { suspicionOf } from '../scan/rules/suspicious-commands.ts'

interface Pack {
  /** The folders that the tool serves. */
  web: readonly Observation[]
  scripts: ReadonlyMap<string, string>
  /** Python and shell scripts, which could start a script. */
  code: readonly string[]
}

const markup = /\.(x?html?|svg)$/i

/**
 * Lowers the severity of findings in files that the tool's page never loads and nothing else in the pack
 * runs.
 */
export function lowerOutside(findings: readonly Finding[], pack: Pack): Finding[] {
  const folders = pack.web.map(({ subject }) => trimOf(subject.replace(/^\.(?=\/|$)/, ''), '/'))
  const isServed = (path: string) => folders.some((folder) => folder === '' || path.startsWith(`${folder}/`))
  return findings.map((finding) => {
    const { rule, severity, file_path: path = '' } = finding
    if (severity !== 'high' || isServed(path)) return finding
    // Pages such as documentation may load a visitor counter.
    if (rule === 'downloaded-script' && markup.test(path)) return { ...finding, severity: 'medium' }
    if (rule === 'script-process' && isForDevelopers(path, pack)) return { ...finding, severity: 'medium' }
    return finding
  })
}

const packageManagers = /\b(npm|npx|yarn|pnpm|bun|deno)\b/
const reachesOut =
  /\b(https?:|wss?:|fetch|axios|node:(net|dgram|tls|dns|http)|require\(['"](net|dgram|tls|dns|https?)['"]|base64|atob|eval)\b/

/**
 * Whether a script is only for developers of the pack: nothing in the pack runs it, and it downloads and
 * hides nothing.
 */
function isForDevelopers(path: string, { scripts, code }: Pack): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const text = scripts.get(path)
  if (text === undefined || reachesOut.test(text)) return false
  if (text.split('\n').some((line) => line.length > 4000 || suspicionOf(line))) return false
  return !code.some((one) => one.includes(name) || packageManagers.test(one))
}

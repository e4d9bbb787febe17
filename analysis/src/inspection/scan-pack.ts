import type { PackFile, PackFiles } from '../archive/pack-files.ts'
import { type Observation, observe } from '../facts/capabilities/detect.ts'
import type { Finding } from '../ground/finding.ts'
import type { OnFile } from '../ground/progress.ts'
import { type Manifest, manifestPath } from '../manifest/manifest.ts'
import type { PythonParser } from '../python/parser.ts'
import { logicalLines } from '../requirements/lines.ts'
import { checkBinary, magicBytes } from '../scan/binaries.ts'
import { checkCaches } from '../scan/compiled-cache.ts'
import type { CodeFacts } from '../scan/flow/code-facts.ts'
import type { Interest } from '../scan/interest/interest.ts'
import { isArchive, scanNested } from '../scan/nested.ts'
import { isSecretFile } from '../scan/rules/secrets.ts'
import { type CodeFile, scanCode } from '../scan/scan.ts'
import { scanDependencies, scanFile, scanText } from '../scan/scan-files.ts'
import { SecretSearch } from '../scan/secret-search.ts'
import { unreadable } from '../scan/unread.ts'
import { unusedTests } from '../scan/unused-code.ts'
import { lowerOutside } from './outside-page.ts'
import { filesIn, isPython, isRequirements, type PackTexts } from './pack-texts.ts'

interface ScannedPack {
  findings: Finding[]
  facts: CodeFacts[]
  observations: Observation[]
  /** Publish tokens of this registry. */
  ownTokens: ReadonlySet<string>
}

/** How the pack is read and loaded. */
interface ScanOptions {
  parser: PythonParser
  code: readonly CodeFile[]
  interest: Interest<CodeFile>
  manifest: Manifest | undefined
  /** The folders that the tool serves to its page. */
  web: readonly Observation[]
  onFile: OnFile
}

/** Follows the code, and searches all files. */
export async function scanPack(
  { source, files, sources, python, scripts, pages, data, docs }: PackTexts,
  { parser, code, interest, manifest, web, onFile }: ScanOptions,
): Promise<ScannedPack> {
  const secrets = new SecretSearch()
  const tests = unusedTests(interest.files, sources.files)
  const followed = scanCode(code, [...filesIn(scripts), ...pages], parser, { interest, tests, onFile })
  const findings = [...followed.findings, ...followed.problems.map(unreadable)]
  for (const { path, text } of [...sources.files, ...filesIn(scripts), ...filesIn(data), ...filesIn(docs)]) {
    onFile(path, 'search')
    findings.push(...scanText(path, text))
    secrets.searchText(path, text)
  }
  for (const [path, text] of data)
    if (isRequirements(path)) findings.push(...scanDependencies(path, logicalLines(text)))
  const stated = manifest?.dependencies ?? []
  findings.push(
    ...scanDependencies(
      manifestPath,
      stated.map((text) => ({ text })),
    ),
  )
  const isRead = ({ path }: PackFile) => python.has(path) || scripts.has(path) || data.has(path)
  for (const file of inOrder(files.filter((file) => !isRead(file) && !isArchive(file.path)))) {
    onFile(file.path, 'search')
    await secrets.searchFile(source, file)
  }
  const binaries = await scanStarts(source, files)
  const nested = await scanNested(source, { parser, secrets })
  const programs = [...python.values(), ...shellTexts(data)]
  return {
    findings: [
      ...lowerOutside(findings, { web, scripts, code: programs }),
      ...binaries.findings,
      ...nested,
      ...secrets.conclude(),
    ],
    facts: followed.facts,
    observations: [...followed.facts.flatMap(observe), ...binaries.observations],
    ownTokens: secrets.ownTokens,
  }
}

/** Key files come first, then the small ones. */
function inOrder(files: readonly PackFile[]): PackFile[] {
  const rank = ({ path, size }: PackFile) => (isSecretFile(path) ? 0 : size)
  return files.toSorted((a, b) => rank(a) - rank(b))
}

/** Returns the scripts that people and programs run. */
function shellTexts(data: ReadonlyMap<string, string>): string[] {
  return filesIn(data)
    .filter(({ path }) => /\.(sh|bash|zsh|fish|bat|cmd|ps1|psm1|command)$|(^|\/)Makefile$/i.test(path))
    .map(({ text }) => text)
}

/** Checks every file by its name and its first bytes. */
async function scanStarts(
  source: PackFiles,
  files: readonly PackFile[],
): Promise<Pick<ScannedPack, 'findings' | 'observations'>> {
  const findings: Finding[] = []
  const observations: Observation[] = []
  for (const { path, size } of files) {
    if (isPython(path)) {
      findings.push(...scanFile(path, noBytes))
      continue
    }
    const start = await source.readStart(path, Math.min(size, magicBytes))
    findings.push(...scanFile(path, start))
    const finding = size < 8 ? undefined : checkBinary(path, start)
    if (!finding) continue
    findings.push(finding)
    observations.push({ kind: 'native_code', subject: path, file: path, line: 1 })
  }
  return { findings: await checkCaches(source, findings), observations }
}

const noBytes = new Uint8Array()

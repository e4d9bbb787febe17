import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Inspection } from '@nodeyard/analysis/inspect'
import { type Comparison, comparePack, type SamplePack } from './extraction-truth.ts'

/** What the measurement asks for. Source: issue "Analysis", "It is done when". */
export const extractionGoals = {
  namesRecall: 0.98,
  namesPrecision: 0.98,
  typedDetails: 0.92,
  packMs: 3_000,
  packBytes: 400_000_000,
}

export interface MeasuredPack extends Comparison {
  repository: string
  elapsedMs: number
  /** The whole process that inspected the pack, Node itself included. */
  peakBytes: number
}

export interface ExtractionReport {
  packs: MeasuredPack[]
  /** Packs that could not be had, with the reason. They count for nothing. */
  left_out: { repository: string; reason: string }[]
  names_recall: number
  names_precision: number
  typed_details: number
  slowest_ms: number
  largest_bytes: number
  reached: boolean
}

export interface ExtractionOptions {
  /** The JSON file that says which packs there are and what is in them. */
  sample: string
  /** A folder with a git directory for each pack: `owner+name`, or `repo` in it. Missing ones are cloned here. */
  packs: string
}

/** Inspects every pack of the sample in a process of its own, and compares what it finds with what is known. */
export async function measureExtraction(options: ExtractionOptions): Promise<ExtractionReport> {
  const { packs } = JSON.parse(await readFile(options.sample, 'utf8')) as { packs: SamplePack[] }
  const measured: MeasuredPack[] = []
  const left: ExtractionReport['left_out'] = []
  for (const pack of packs) {
    const folder = await mkdtemp(join(tmpdir(), 'nodeyard-bench-'))
    try {
      await checkOut(await gitFolderOf(pack, options.packs), pack.commit, folder)
      measured.push(await measurePack(pack, folder))
    } catch (error) {
      left.push({
        repository: pack.repository,
        reason: error instanceof Error ? error.message : String(error),
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return summarise(measured, left)
}

async function gitFolderOf({ repository, commit }: SamplePack, packs: string): Promise<string> {
  const base = join(packs, repository.replace('/', '+'))
  const found = [join(base, 'repo'), base].find((folder) => hasCommit(folder, commit))
  if (found) return found
  await mkdir(packs, { recursive: true })
  const git = promisify(execFile)
  await git('git', ['clone', '--quiet', '--bare', `https://github.com/${repository}`, base])
  return base
}

function hasCommit(folder: string, commit: string): boolean {
  if (!existsSync(folder)) return false
  try {
    execFileSync('git', ['-C', folder, 'cat-file', '-e', commit], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Writes the files of a commit. Large files that a partial copy lacks are left out: none of them is source text. */
async function checkOut(gitFolder: string, commit: string, folder: string): Promise<void> {
  const listed = execFileSync('git', ['-C', gitFolder, 'ls-tree', '-r', '-z', commit], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const files = listed.split('\0').flatMap((line) => {
    const [mode, kind, hash, path] = line.split(/[ \t]/, 3).concat(line.slice(line.indexOf('\t') + 1))
    return kind === 'blob' && mode !== '120000' && hash && path ? [{ hash, path }] : []
  })
  const contents = await readBlobs(
    gitFolder,
    files.map((file) => file.hash),
  )
  for (const { hash, path } of files) {
    const bytes = contents.get(hash)
    if (!bytes) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
}

async function readBlobs(gitFolder: string, hashes: readonly string[]): Promise<Map<string, Uint8Array>> {
  const reader = spawn('git', ['-C', gitFolder, 'cat-file', '--batch'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const chunks: Buffer[] = []
  reader.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  reader.stdin.end(`${hashes.join('\n')}\n`)
  await new Promise((resolve) => reader.on('close', resolve))
  return parseBatch(Buffer.concat(chunks))
}

/** The form of `git cat-file --batch`: a line with hash, kind and size, then the bytes and a line break. */
function parseBatch(output: Buffer): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>()
  let at = 0
  while (at < output.length) {
    const end = output.indexOf(10, at)
    const [hash = '', kind, size] = output.subarray(at, end).toString().split(' ')
    at = end + 1
    if (kind !== 'blob') continue
    found.set(hash, output.subarray(at, at + Number(size)))
    at += Number(size) + 1
  }
  return found
}

const command = fileURLToPath(new URL('../server/src/inspect.ts', import.meta.url))

/** Tells the peak memory of the process on its third stream when it ends. */
const reportPeak =
  'data:text/javascript,import fs from "node:fs";process.on("exit",()=>fs.writeSync(3,String(process.resourceUsage().maxRSS)))'

async function measurePack(pack: SamplePack, folder: string): Promise<MeasuredPack> {
  const start = performance.now()
  const child = spawn(process.execPath, ['--import', reportPeak, command, folder, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [output, errors, peak] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    textOf(child.stdio[3] as NodeJS.ReadableStream),
    new Promise((resolve) => child.on('close', resolve)),
  ])
  const elapsedMs = Math.round(performance.now() - start)
  if (child.exitCode !== 0) throw new Error(`inspect ended with ${child.exitCode}: ${errors.slice(-300)}`)
  const comparison = comparePack(pack, JSON.parse(output) as Inspection)
  return { repository: pack.repository, elapsedMs, peakBytes: Number(peak) * 1024, ...comparison }
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream ?? []) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

function summarise(packs: MeasuredPack[], left_out: ExtractionReport['left_out']): ExtractionReport {
  const sum = (pick: (pack: MeasuredPack) => number) => packs.reduce((total, pack) => total + pick(pack), 0)
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
  const right = sum((pack) => pack.found)
  const report = {
    packs,
    left_out,
    names_recall: share(
      right,
      sum((pack) => pack.expected),
    ),
    names_precision: share(
      right,
      sum((pack) => pack.found + pack.unexpected.length),
    ),
    typed_details: share(
      sum((pack) => pack.detailsRight),
      sum((pack) => pack.details),
    ),
    slowest_ms: Math.max(0, ...packs.map((pack) => pack.elapsedMs)),
    largest_bytes: Math.max(0, ...packs.map((pack) => pack.peakBytes)),
  }
  const goals = extractionGoals
  const reached =
    report.names_recall >= goals.namesRecall &&
    report.names_precision >= goals.namesPrecision &&
    report.typed_details >= goals.typedDetails &&
    report.slowest_ms <= goals.packMs &&
    report.largest_bytes <= goals.packBytes
  return { ...report, reached }
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`

/** A table, then every miss with its reason. */
export function printExtraction(report: ExtractionReport): string {
  const rows = report.packs.map((pack) =>
    [
      pack.repository.padEnd(46),
      `${pack.found}/${pack.expected}`.padStart(9),
      `+${pack.unexpected.length}`.padStart(5),
      `${pack.detailsRight}/${pack.details}`.padStart(7),
      `${pack.elapsedMs} ms`.padStart(9),
      `${Math.round(pack.peakBytes / 1e6)} MB`.padStart(8),
    ].join(' '),
  )
  const misses = report.packs.flatMap((pack) => pack.misses.map((miss) => `  ${pack.repository}: ${miss}`))
  const left = report.left_out.map(({ repository, reason }) => `  ${repository}: not measured, ${reason}`)
  return [
    `${'pack'.padEnd(46)}     names extra details      time   memory`,
    ...rows,
    '',
    `names recall     ${percent(report.names_recall)}   (at least ${percent(extractionGoals.namesRecall)})`,
    `names precision  ${percent(report.names_precision)}   (at least ${percent(extractionGoals.namesPrecision)})`,
    `typed details    ${percent(report.typed_details)}   (at least ${percent(extractionGoals.typedDetails)})`,
    `slowest pack     ${report.slowest_ms} ms   (at most ${extractionGoals.packMs} ms)`,
    `largest process  ${Math.round(report.largest_bytes / 1e6)} MB   (at most ${extractionGoals.packBytes / 1e6} MB)`,
    ...(misses.length > 0 ? ['', 'Misses', ...misses] : []),
    ...(left.length > 0 ? ['', 'Left out', ...left] : []),
  ].join('\n')
}

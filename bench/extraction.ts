import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Inspection } from '@nodeyard/analysis/inspect'
import { type Comparison, comparePack, type SamplePack } from './extraction-truth.ts'
import type { Finding } from './report.ts'

/** Where the sample lies, beside the project; the packs of it are not part of the project. */
const samplePath = fileURLToPath(new URL('../../shared/data/packs-sample.json', import.meta.url))

export interface MeasuredPack extends Comparison {
  repository: string
  elapsedMs: number
  cpuMs: number
  /** The whole process that inspected the pack, Node itself included. */
  peakBytes: number
}

interface LeftOut {
  repository: string
  reason: string
}

/**
 * Inspects every pack of the sample in a process of its own, and compares what it finds with what people found
 * by reading the source. `BENCH_SAMPLE` names another sample; `BENCH_PACKS` a folder with a git directory for
 * each pack, `owner+name` or `repo` in it. What is missing there is cloned.
 */
export async function measureExtraction(): Promise<Finding> {
  const sample = process.env['BENCH_SAMPLE'] ?? samplePath
  const folder = process.env['BENCH_PACKS'] ?? join(tmpdir(), 'nodeyard-packs')
  if (!existsSync(sample)) return notMeasured(`There is no ${sample}; BENCH_SAMPLE names one.`)
  const { packs } = JSON.parse(await readFile(sample, 'utf8')) as { packs: SamplePack[] }
  const measured: MeasuredPack[] = []
  const left: LeftOut[] = []
  for (const pack of packs) {
    const work = await mkdtemp(join(tmpdir(), 'nodeyard-bench-'))
    try {
      await checkOut(await gitFolderOf(pack, folder), pack.commit, work)
      measured.push(await measurePack(pack, work))
    } catch (error) {
      left.push({
        repository: pack.repository,
        reason: error instanceof Error ? error.message : String(error),
      })
    } finally {
      await rm(work, { recursive: true, force: true })
    }
  }
  return toFinding(measured, left)
}

const title = 'What is found in real packs without running them'

/** The sample is no part of the project, and the other benchmarks do not need it. */
function notMeasured(note: string): Finding {
  return { name: 'extraction', title, columns: ['pack'], rows: [], gates: [], notes: [note] }
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

/** Tells what the process took on its third stream when it ends. */
const reportUsage =
  'data:text/javascript,import fs from "node:fs";process.on("exit",()=>fs.writeSync(3,JSON.stringify(process.resourceUsage())))'

async function measurePack(pack: SamplePack, folder: string): Promise<MeasuredPack> {
  const start = performance.now()
  const child = spawn(process.execPath, ['--import', reportUsage, command, folder, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [output, errors, usage] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    textOf(child.stdio[3] as NodeJS.ReadableStream),
    new Promise((resolve) => child.on('close', resolve)),
  ])
  const elapsedMs = Math.round(performance.now() - start)
  if (child.exitCode !== 0) throw new Error(`inspect ended with ${child.exitCode}: ${errors.slice(-300)}`)
  const comparison = comparePack(pack, JSON.parse(output) as Inspection)
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(usage) as NodeJS.ResourceUsage
  const cpuMs = Math.round((userCPUTime + systemCPUTime) / 1000)
  return { repository: pack.repository, elapsedMs, cpuMs, peakBytes: maxRSS * 1024, ...comparison }
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream ?? []) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

/** The limits are those of the issue that asks for the extraction. */
function toFinding(packs: readonly MeasuredPack[], left: readonly LeftOut[]): Finding {
  const sum = (pick: (pack: MeasuredPack) => number) => packs.reduce((total, pack) => total + pick(pack), 0)
  const percent = (part: number, whole: number) =>
    whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100
  const found = sum((pack) => pack.found)
  const most = (pick: (pack: MeasuredPack) => number) => Math.max(0, ...packs.map(pick))
  return {
    name: 'extraction',
    title,
    columns: ['pack', 'names', 'wrong names', 'details', 'elapsed ms', 'CPU ms', 'MB'],
    rows: packs.map((pack) => [
      pack.repository,
      `${pack.found} of ${pack.expected}`,
      pack.unexpected.length,
      `${pack.detailsRight} of ${pack.details}`,
      pack.elapsedMs,
      pack.cpuMs,
      Math.round(pack.peakBytes / 1e6),
    ]),
    gates: [
      {
        says: 'names found, %',
        value: percent(
          found,
          sum((pack) => pack.expected),
        ),
        atLeast: 98,
      },
      {
        says: 'names that are right, %',
        value: percent(
          found,
          sum((pack) => pack.found + pack.unexpected.length),
        ),
        atLeast: 98,
      },
      {
        says: 'comfy-nodes with all inputs and outputs typed right, %',
        value: percent(
          sum((pack) => pack.detailsRight),
          sum((pack) => pack.details),
        ),
        atLeast: 92,
      },
      // Not the time that passed: that would measure what else runs on the machine.
      { says: 'CPU time of the slowest pack, ms', value: most((pack) => pack.cpuMs), atMost: 3_000 },
      { says: 'memory of the largest process, MB', value: most((pack) => pack.peakBytes / 1e6), atMost: 400 },
    ],
    notes: [
      ...packs.flatMap((pack) => pack.misses.map((miss) => `${pack.repository}: ${miss}`)),
      ...left.map(({ repository, reason }) => `${repository} was left out: ${reason}`),
    ],
  }
}

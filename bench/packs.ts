import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Inspection } from '@nodeyard/analysis/inspection'
import type { SamplePack } from './extraction-truth.ts'

/** Location of the sample, beside the project, which does not include its packs. */
const samplePath = fileURLToPath(new URL('../../shared/data/packs-sample.json', import.meta.url))

/** A pack at one of its commits. */
export type PinnedPack = Pick<SamplePack, 'repository' | 'commit'>

export interface InspectedPack<Pack extends PinnedPack = SamplePack> {
  pack: Pack
  inspection: Inspection
  elapsedMs: number
  /** CPU time of the inspecting thread, including the start of Node. */
  ownMs: number
  /** CPU time of all threads for the inspection, including compilation and garbage collection, without the start of Node. */
  cpuMs: number
  /** Peak memory of the whole inspecting process, including Node itself. */
  peakBytes: number
}

export interface InspectedSample<Pack extends PinnedPack = SamplePack> {
  packs: InspectedPack<Pack>[]
  /** Packs that could not be inspected, with the reason. */
  notes: string[]
}

let inspected: Promise<InspectedSample> | undefined

/**
 * Inspects every pack of the sample in a separate process, once for all benchmarks. `BENCH_SAMPLE` selects
 * another sample; `BENCH_PACKS` a folder with a git directory for each pack, `owner+name` or `repo` in it.
 * Missing ones are cloned.
 */
export function inspectSample(): Promise<InspectedSample> {
  inspected ??= inspectAll()
  return inspected
}

async function inspectAll(): Promise<InspectedSample> {
  const sample = process.env['BENCH_SAMPLE'] ?? samplePath
  // The project does not include the sample, and the other benchmarks do not need it.
  if (!existsSync(sample)) return { packs: [], notes: [`There is no ${sample}; BENCH_SAMPLE names one.`] }
  const { packs } = JSON.parse(await readFile(sample, 'utf8')) as { packs: SamplePack[] }
  return inspectPacks(packs)
}

/** Inspects packs at their commits, each in a separate process. */
export async function inspectPacks<Pack extends PinnedPack>(
  packs: readonly Pack[],
): Promise<InspectedSample<Pack>> {
  const folder = process.env['BENCH_PACKS'] ?? join(tmpdir(), 'nodeyard-packs')
  const found: InspectedSample<Pack> = { packs: [], notes: [] }
  for (const pack of packs) {
    const work = await mkdtemp(join(tmpdir(), 'nodeyard-bench-'))
    try {
      await checkOut(await gitFolderOf(pack, folder), pack.commit, work)
      found.packs.push(await inspectPack(pack, work))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      found.notes.push(`${pack.repository} was left out: ${reason}`)
    } finally {
      await rm(work, { recursive: true, force: true })
    }
  }
  return found
}

/** Returns the git directory of a pack, which it clones if necessary. */
export async function gitFolderOf({ repository, commit }: PinnedPack, packs: string): Promise<string> {
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

/**
 * Writes the files of a commit. Skips large files that a partial copy lacks, because none of them is source
 * text.
 */
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
  reader.stdin.end(`${hashes.join('\n')}\n`)
  return parseBatch(await buffer(reader.stdout))
}

/**
 * Parses the output of `git cat-file --batch`: a line with hash, kind and size, then the bytes and a line
 * break.
 */
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

/** The command that inspects one pack. */
const command = ['--max-semi-space-size=32', fileURLToPath(new URL('./inspect.ts', import.meta.url))]

/** Reports what the process used on its third stream when it ends. */
const reportUsage = fileURLToPath(new URL('./report-usage.mjs', import.meta.url))

interface Usage {
  own: NodeJS.CpuUsage
  /** CPU time of all threads until the program was loaded, and in all. */
  loaded: NodeJS.CpuUsage
  all: NodeJS.CpuUsage
  peakBytes: number
}

async function inspectPack<Pack extends PinnedPack>(
  pack: Pack,
  folder: string,
): Promise<InspectedPack<Pack>> {
  const start = performance.now()
  const child = spawn(process.execPath, ['--import', reportUsage, ...command, folder], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const streams = child.stdio.slice(1) as NodeJS.ReadableStream[]
  const closed = once(child, 'close')
  const [output = '', errors = '', usage = ''] = await Promise.all(streams.map((stream) => text(stream)))
  await closed
  const elapsedMs = Math.round(performance.now() - start)
  if (child.exitCode !== 0) throw new Error(`inspect exited with ${child.exitCode}: ${errors.slice(-300)}`)
  const { own, loaded, all, peakBytes } = JSON.parse(usage) as Usage
  const ms = ({ user, system }: NodeJS.CpuUsage) => Math.round((user + system) / 1000)
  return {
    pack,
    inspection: JSON.parse(output) as Inspection,
    elapsedMs,
    ownMs: ms(own),
    cpuMs: ms(all) - ms(loaded),
    peakBytes,
  }
}

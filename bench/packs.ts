import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Inspection } from '@nodeyard/analysis/inspect'
import type { SamplePack } from './extraction-truth.ts'

/** Where the sample lies, beside the project; the packs of it are not part of the project. */
const samplePath = fileURLToPath(new URL('../../shared/data/packs-sample.json', import.meta.url))

export interface InspectedPack {
  pack: SamplePack
  inspection: Inspection
  elapsedMs: number
  /** Of the thread that inspects: what passes where nothing else runs. */
  ownMs: number
  /** Of all threads: those that compile and collect garbage beside it, too. */
  cpuMs: number
  /** The whole process that inspected the pack, Node itself included. */
  peakBytes: number
}

export interface InspectedSample {
  packs: InspectedPack[]
  /** What could not be inspected, with the reason. */
  notes: string[]
}

let inspected: Promise<InspectedSample> | undefined

/**
 * Inspects every pack of the sample in a process of its own, once for all benchmarks. `BENCH_SAMPLE` names another
 * sample; `BENCH_PACKS` a folder with a git directory for each pack, `owner+name` or `repo` in it. What is missing
 * there is cloned.
 */
export function inspectSample(): Promise<InspectedSample> {
  inspected ??= inspectAll()
  return inspected
}

async function inspectAll(): Promise<InspectedSample> {
  const sample = process.env['BENCH_SAMPLE'] ?? samplePath
  const folder = process.env['BENCH_PACKS'] ?? join(tmpdir(), 'nodeyard-packs')
  // The sample is no part of the project, and the other benchmarks do not need it.
  if (!existsSync(sample)) return { packs: [], notes: [`There is no ${sample}; BENCH_SAMPLE names one.`] }
  const { packs } = JSON.parse(await readFile(sample, 'utf8')) as { packs: SamplePack[] }
  const found: InspectedSample = { packs: [], notes: [] }
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

/** As `npm run inspect` starts it. */
const command = [
  '--max-semi-space-size=32',
  fileURLToPath(new URL('../server/src/inspect.ts', import.meta.url)),
]

/** Tells what the process took on its third stream when it ends. */
const reportUsage =
  'data:text/javascript,import fs from "node:fs";process.on("exit",()=>fs.writeSync(3,JSON.stringify({...process.resourceUsage(),own:process.threadCpuUsage()})))'

async function inspectPack(pack: SamplePack, folder: string): Promise<InspectedPack> {
  const start = performance.now()
  const child = spawn(process.execPath, ['--import', reportUsage, ...command, folder, '--json'], {
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
  const { maxRSS, userCPUTime, systemCPUTime, own } = JSON.parse(usage) as NodeJS.ResourceUsage & {
    own: NodeJS.CpuUsage
  }
  const ms = (user: number, system: number) => Math.round((user + system) / 1000)
  return {
    pack,
    inspection: JSON.parse(output) as Inspection,
    elapsedMs,
    ownMs: ms(own.user, own.system),
    cpuMs: ms(userCPUTime, systemCPUTime),
    peakBytes: maxRSS * 1024,
  }
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream ?? []) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { getSwiftPackages, hasApt } from './swift/packages.ts'

export interface Swift {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  stop(): Promise<void>
}

const startTimeoutMs = 30_000
const stopTimeoutMs = 10_000
const bucket = 'nodeyard'
const region = 'us-east-1'
const account = 'test'
const user = 'tester'
const secretAccessKey = 'testing'

type SwiftProcess = ChildProcessByStdio<Writable, Readable, Readable>

/**
 * Starts a real object store with an S3 interface, OpenStack Swift, with one empty bucket, until this process
 * ends. It is as strict as production stores. Returns why it is unavailable, or fails in continuous
 * integration on a system that supports it.
 */
export async function startSwift(): Promise<Swift | { unavailable: string }> {
  try {
    return await start()
  } catch (error) {
    if (process.env['CI'] && (await hasApt())) throw error
    return { unavailable: error instanceof Error ? error.message : String(error) }
  }
}

async function start(): Promise<Swift> {
  const { command, env } = await getSwiftPackages()
  const program = join(import.meta.dirname, 'swift/serve.py')
  const child = spawn(command, [program, region, account, user, secretAccessKey], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const complaints = collect(child.stderr)
  try {
    const endpoint = `http://127.0.0.1:${await firstLine(child)}`
    const swift = { endpoint, bucket, region, accessKeyId: `${account}:${user}`, secretAccessKey }
    await createBucket(swift)
    return { ...swift, stop: () => stop(child) }
  } catch (error) {
    await stop(child)
    throw new Error(`Swift did not start: ${error}\n${complaints()}`)
  }
}

/** Reads the port, which is printed once the server is set up and accepts connections. */
async function firstLine(child: SwiftProcess): Promise<string> {
  const signal = AbortSignal.timeout(startTimeoutMs)
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, 'close', { signal }).then(([code]) => {
    throw new Error(`it ended with ${code}`)
  })
  const [line] = await Promise.race([once(lines, 'line', { signal }), ended])
  ended.catch(() => {}) // ends when it is stopped
  return line
}

/** A readiness check: creating a bucket involves all of its servers except the object server. */
async function createBucket({ endpoint, accessKeyId, secretAccessKey }: Omit<Swift, 'stop'>): Promise<void> {
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 5 })
  await client.send(new CreateBucketCommand({ Bucket: bucket }), { requestTimeout: startTimeoutMs })
  client.destroy()
}

/** Closing its input makes it stop and remove its folder. */
async function stop(child: SwiftProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  child.stdin.end()
  await ended
  clearTimeout(timer)
}

/** Keeps the last few thousand characters, and the pipe from filling up. */
function collect(stream: Readable): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-4000)
  })
  return () => text
}

if (import.meta.main) {
  const swift = await startSwift()
  if ('unavailable' in swift) {
    console.error(swift.unavailable)
    process.exitCode = 1
  } else {
    console.log(
      `BLOBS=s3 S3_ENDPOINT=${swift.endpoint} S3_BUCKET=${swift.bucket} S3_REGION=${swift.region}` +
        ` AWS_ACCESS_KEY_ID=${swift.accessKeyId} AWS_SECRET_ACCESS_KEY=${swift.secretAccessKey}`,
    )
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => swift.stop())
  }
}

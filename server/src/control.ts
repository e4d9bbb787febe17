import { timingSafeEqual } from 'node:crypto'
import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { CommandOutput } from './commands/command.ts'
import { runCommand } from './commands.ts'
import type { Deps } from './deps.ts'
import type { Config } from './ground/settings.ts'

/**
 * Only one process can open the embedded database, so commands are forwarded to it. It listens on this machine only, and
 * requires a secret from a file that only the owner of the data folder can read.
 */
interface ControlFile {
  port: number
  secret: string
}

const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'control.json')
const exitTrailer = 'x-exit-code'

/** Starts serving forwarded commands. Does nothing with PostgreSQL. */
export async function listenForCommands(deps: Deps): Promise<{ close(): Promise<void> }> {
  if (deps.database.kind !== 'pglite') return { close: async () => {} }
  const secret = deps.randomBytes(32).toString('base64url')
  const server = createServer((request, response) => void answer(deps, secret, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  await writeFile(fileOf(deps.config), JSON.stringify({ port, secret } satisfies ControlFile), {
    mode: 0o600,
  })
  await chmod(fileOf(deps.config), 0o600)
  server.unref()
  return {
    async close() {
      await rm(fileOf(deps.config), { force: true })
      server.closeAllConnections()
      server.close()
    },
  }
}

async function answer(
  deps: Deps,
  secret: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isAllowed(secret, request)) {
    response.writeHead(403).end()
    return
  }
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const args: string[] = JSON.parse(Buffer.concat(parts).toString())
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', trailer: exitTrailer })
  const output: CommandOutput = (line) => response.write(`${line}\n`)
  const code = await runCommand(deps, args, output).catch((error: unknown) => {
    output(error instanceof Error ? error.message : String(error))
    return 1
  })
  response.addTrailers({ [exitTrailer]: String(code) })
  response.end()
}

function isAllowed(secret: string, { headers }: IncomingMessage): boolean {
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${secret}`)
  // Browsers send this header across origins only after a preflight, which this server refuses.
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** The process that ran a command ended before it. */
export const interrupted = 'interrupted'

/** Forwards a command to the process that uses the data folder. Returns undefined if there is none. */
export async function askRunningProcess(
  config: Config,
  args: readonly string[],
  output: CommandOutput,
): Promise<number | typeof interrupted | undefined> {
  const file = await readFile(fileOf(config), 'utf8').catch(() => undefined)
  if (!file) return undefined
  const { port, secret }: ControlFile = JSON.parse(file)
  return new Promise((resolve) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, method: 'POST', headers: { authorization: `Bearer ${secret}` } },
      (response) => {
        if (response.statusCode !== 200) return resolve(undefined)
        let rest = ''
        response.setEncoding('utf8').on('data', (text: string) => {
          const lines = (rest + text).split('\n')
          rest = lines.pop() ?? ''
          lines.forEach(output)
        })
        response.on('end', () => resolve(Number(response.trailers[exitTrailer] ?? 1)))
        response.on('error', () => resolve(interrupted))
        return undefined
      },
    )
    // Refused: the file is left from a process that was killed.
    request.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNREFUSED' ? undefined : interrupted),
    )
    request.end(JSON.stringify(args))
  })
}

import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Commits these files to a new bare repository at this path. Returns the commit. */
export function makeRepository(
  path: string,
  files: readonly { path: string; content?: string | Buffer }[],
): string {
  const work = mkdtempSync(join(tmpdir(), 'nodeyard-work-'))
  try {
    for (const file of files) {
      mkdirSync(dirname(join(work, file.path)), { recursive: true })
      writeFileSync(join(work, file.path), file.content ?? '')
    }
    const git = (...args: string[]) => runGit(work, args)
    git('init', '--quiet', '--initial-branch=main')
    git('add', '--all', '--force')
    git('commit', '--quiet', '--message', 'Blur')
    mkdirSync(dirname(path), { recursive: true })
    git('clone', '--quiet', '--bare', work, path)
    runGit(path, ['config', 'uploadpack.allowFilter', 'true'])
    return git('rev-parse', 'HEAD').trim()
  } finally {
    rmSync(work, { recursive: true })
  }
}

/** Runs git in a folder, independently of this machine's settings. */
export function runGit(folder: string, args: readonly string[], input = ''): string {
  const author = [
    '-c',
    'user.name=Ann',
    '-c',
    'user.email=ann@example.test',
    '-c',
    'core.hooksPath=/dev/null',
  ]
  const env = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
  const { status, stdout, stderr } = spawnSync('git', [...author, ...args], {
    cwd: folder,
    env,
    input,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`)
  return stdout
}

/** Serves the repositories of a folder over http, with git's own program, and misbehaves by name. */
export async function serveGit(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => answer(folder, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '', 'http://git.test')
  const [, owner = ''] = url.pathname.split('/')
  const statuses: Record<string, number> = { gone: 404, private: 401, busy: 503 }
  const status = statuses[owner]
  if (owner === 'moved') {
    response.writeHead(301, { location: request.url?.replace('/moved/', '/ann/') ?? '' })
    return void response.end()
  }
  if (status !== undefined) {
    response.writeHead(status, status === 401 ? { 'www-authenticate': 'Basic realm="git"' } : {})
    return void response.end()
  }
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  })
  request.pipe(backend.stdin)
  passCgi(backend.stdout, response)
}

/** Turns the headers of a CGI program into those of the response. */
function passCgi(output: NodeJS.ReadableStream, response: ServerResponse): void {
  let head = Buffer.alloc(0)
  let isBody = false
  output.on('data', (chunk: Buffer) => {
    if (isBody) return void response.write(chunk)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    isBody = true
    const lines = head.toString('latin1', 0, end).split('\r\n')
    const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2)))
    response.writeHead(Number.parseInt(headers['Status'] ?? '200', 10), headers)
    response.write(head.subarray(end + 4))
  })
  output.on('end', () => response.end())
}

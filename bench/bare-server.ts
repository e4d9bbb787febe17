// A bare node:http server that sends the same bytes with the same headers, as the upper bound for any
// framework.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Recorded {
  path: string
  status: number
  headers: Record<string, string>
  /** Base64. */
  body: string
}

const recorded: Recorded[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const answers = new Map(
  recorded.map(({ path, status, headers, body }) => [
    path,
    { status, headers, notModified: withoutLength(headers), body: Buffer.from(body, 'base64') },
  ]),
)

/** A response without a body must not announce a length. Returns undefined for responses without a digest. */
function withoutLength(headers: Record<string, string>) {
  if (headers['etag'] === undefined) return undefined
  const { 'content-length': _, ...rest } = headers
  return rest
}

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (!answer) {
    response.writeHead(404).end()
    return
  }
  if (answer.notModified && request.headers['if-none-match'] === answer.headers['etag']) {
    response.writeHead(304, answer.notModified).end()
    return
  }
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body)
})

server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

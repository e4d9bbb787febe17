import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import pino from 'pino'
import { freePort } from '../../../test/free-port.ts'
import { World } from '../../../test/world.ts'
import { allJobs } from '../../all-jobs.ts'
import type { Deps } from '../../deps.ts'
import { showFigures } from '../../figures.ts'
import { transact } from '../db/changes.ts'
import type { Job } from '../jobs/job.ts'
import type { Role } from '../settings.ts'
import { openTelemetry } from './open.ts'
import { readWithinMs, silentTelemetry, type Telemetry } from './telemetry.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
}

const hourMs = 3_600_000

/** Takes traces as a collector does, and gives them when there are as many as wanted. */
class Collector {
  readonly spans: Span[] = []
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString())
    for (const { scopeSpans } of resourceSpans) for (const { spans } of scopeSpans) this.spans.push(...spans)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

describe('what operators see', () => {
  const collector = new Collector()
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  let telemetry: Telemetry
  let world: World
  let figuresUrl: string
  let isReady = false

  before(async () => {
    const port = await freePort()
    figuresUrl = `http://127.0.0.1:${port}/metrics`
    telemetry = await openTelemetry(
      {
        metrics: { host: '127.0.0.1', port },
        traces: { url: await collector.open(), share: 1 },
        slowQueryMs: hourMs,
        slowJobMs: hourMs,
      },
      log,
      () => isReady,
    )
    world = await World.open({ telemetry })
  })
  after(async () => {
    await world.close()
    collector.close()
  })

  const figures = async () => (await fetch(figuresUrl)).text()

  test('answers are counted by route and outcome, those from memory apart', async () => {
    for (let round = 0; round < 3; round++) await world.fetch('http://registry.test/nodes?limit=3')
    await world.fetch('http://registry.test/nodes/nobody-has-this')
    await world.fetch('http://registry.test/nodes/nobody-has-this/versions/1.0.0/node.zip')
    const text = await figures()
    assert.match(
      text,
      /nodeyard_http_answer_duration_seconds_count\{method="GET",route="\/nodes",status="2xx"\} 1\n/,
    )
    assert.match(
      text,
      /nodeyard_http_answer_duration_seconds_count\{.*route="\/nodes\/:nodeId",status="4xx"\} 1\n/,
    )
    assert.match(
      text,
      /nodeyard_http_answer_duration_seconds_count\{.*route="\/nodes\/:nodeId\/versions\/:version\/node.zip",status="4xx"\} 1\n/,
    )
    assert.match(text, /nodeyard_response_cache_hits_total 2\n/)
  })

  test('stored work, versions that wait and the process itself are shown', async () => {
    const publisher = await world.given.publisher()
    const node = await world.given.node({ publisher_id: publisher.id })
    await world.given.version({ node_id: node.id, status: 'flagged' })
    await world.runJobs()
    const text = await figures()
    assert.match(text, /nodeyard_versions\{state="flagged"\} 1\n/)
    assert.match(text, /nodeyard_versions_oldest_seconds\{state="pending"\} 0\n/)
    for (const name of [
      'process_memory_bytes',
      'process_heap_bytes{state="used"}',
      'process_buffers_bytes',
      'analysis_heap_bytes{state="used"}',
      'event_loop_delay_seconds',
      'database_connections',
    ])
      assert.match(text, new RegExp(`^nodeyard_${name}`, 'm'))
  })

  test('what was flagged long after it was published has waited since then', async () => {
    const before = (hours: number) => new Date(world.now().getTime() - hours * hourMs)
    const { id } = await world.given.version({ status: 'pending', created_at: before(1000) })
    await world.deps.db
      .updateTable('node_versions')
      .set({ status: 'flagged', updated_at: before(2) })
      .where('id', '=', id)
      .execute()
    const shown = /nodeyard_versions_oldest_seconds\{state="flagged"\} (.+)\n/.exec(await figures())
    const hours = Number(shown?.[1]) / 3600
    assert.ok(hours >= 2 && hours < 1000, shown?.[0])
  })

  test('every figure that the dashboard and the alerts look at is shown', async () => {
    telemetry.ranJob({ job: 'stars', outcome: 'done', ms: 1 })
    const waiting = allJobs.find(({ schedule }) => schedule) as Job<object, Deps>
    await transact(world.deps, (tx) => world.deps.jobs.send(tx, waiting, {}))
    const text = await figures()
    const folder = new URL('../../../../deploy/monitoring/', import.meta.url)
    for (const file of ['dashboard.json', 'alerts.yaml']) {
      const names = readFileSync(new URL(file, folder), 'utf8').match(/\bnodeyard_\w+/g) ?? []
      assert.ok(names.length > 5, file)
      for (const name of new Set(names))
        assert.match(text, new RegExp(`^${name}[{ ]`, 'm'), `${file}: ${name}`)
    }
  })

  test('who does jobs says so whether or not the database answers, and nobody else does', () => {
    const shownBy = (...roles: Role[]) => {
      const readings = new Map<string, () => unknown>()
      const show: Telemetry['show'] = ({ name }, read) => void readings.set(name, read)
      const config = { ...world.deps.config, roles: new Set(roles) }
      showFigures({ ...world.deps, config, telemetry: { ...silentTelemetry, show } })
      return readings
    }
    assert.equal(shownBy('jobs').get('nodeyard_does_jobs')?.(), 1)
    assert.ok(!shownBy('site', 'api').has('nodeyard_does_jobs'))
    const alerts = readFileSync(new URL('../../../../deploy/monitoring/alerts.yaml', import.meta.url), 'utf8')
    const tellingWho = [...alerts.matchAll(/(?:absent\(|unless on \(job, instance\) )(nodeyard_\w+)/g)]
    assert.deepEqual(
      tellingWho.map(([, name]) => name),
      ['nodeyard_does_jobs', 'nodeyard_does_jobs'],
    )
  })

  test('a figure that does not come in time is left out, and holds the others back no longer', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { promise: isRead, resolve: noteReading } = Promise.withResolvers<void>()
    const { promise: comesLate, resolve: come } = Promise.withResolvers<number>()
    telemetry.show({ name: 'nodeyard_late', help: 'Of a database that does not answer' }, () => {
      noteReading()
      return comesLate
    })
    const answer = figures()
    await isRead
    t.mock.timers.tick(readWithinMs)
    const text = await answer
    assert.match(text, /^nodeyard_does_jobs 1$/m)
    assert.doesNotMatch(text, /^nodeyard_late/m)
    come(1)
    assert.match(await figures(), /^nodeyard_late 1$/m)
  })

  test('routes that the alerts leave out are there', async () => {
    const alerts = readFileSync(new URL('../../../../deploy/monitoring/alerts.yaml', import.meta.url), 'utf8')
    const leftOut = new Set(alerts.match(/(?<=route!~")[^"]+/g))
    assert.equal(leftOut.size, 2)
    const routes = ['/uploads/:versionId', '/nodes/:nodeId/versions/:version/node.zip', '/catalogue/:digest']
    for (const url of routes) {
      const method = url.startsWith('/uploads') ? 'PUT' : 'GET'
      assert.ok(world.app.fastify.hasRoute({ method, url }), url)
    }
    const known = [...routes, ...[...world.app.mounted].map(({ path }) => path), 'file']
    for (const pattern of leftOut)
      for (const one of pattern.split(/\|(?![^(]*\))/))
        assert.ok(
          known.some((route) => new RegExp(`^(?:${one})$`).test(route)),
          one,
        )
  })

  test('runs of jobs have no label that Prometheus gives to what it scrapes', async () => {
    telemetry.ranJob({ job: 'stars', outcome: 'done', ms: 1 })
    assert.match(await figures(), /nodeyard_job_duration_seconds_count\{queue="stars",outcome="done"\}/)
  })

  test('the port of the figures answers whether the process lives and works, and nothing else', async () => {
    const ask = async (path: string) => {
      const answer = await fetch(new URL(path, figuresUrl))
      return [answer.status, await answer.text()]
    }
    assert.deepEqual(await ask('/health'), [200, 'OK'])
    assert.deepEqual(await ask('/health?by=probe'), [200, 'OK'])
    assert.deepEqual(await ask('/ready'), [503, 'Not ready'])
    isReady = true
    assert.deepEqual(await ask('/ready'), [200, 'OK'])
    assert.deepEqual(await ask('/elsewhere'), [404, ''])
  })

  test('a request is a part of the trace of who sent it, and its statements are parts of the request', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    await world.fetch('http://registry.test/nodes?limit=4', {
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    })
    await telemetry.stop()
    const request = collector.spans.find((span) => span.traceId === traceId && span.name === 'GET /nodes')
    assert.equal(request?.parentSpanId, 'b7ad6b7169203331')
    assert.ok(
      collector.spans.some(({ name, parentSpanId }) => name === 'select' && parentSpanId === request?.spanId),
    )
  })

  test('what takes long is told, without its values', async () => {
    telemetry.ranQuery({ sql: 'select $1', parameters: [], outcome: 'done', ms: hourMs + 1 })
    telemetry.ranQuery({ sql: 'select $2', parameters: [], outcome: 'done', ms: hourMs - 1 })
    telemetry.ranJob({ job: 'stars', outcome: 'failed', ms: hourMs + 1 })
    assert.deepEqual(
      lines.map(({ msg, sql: statement, job }) => [msg, statement ?? job]),
      [
        ['a statement took long', 'select $1'],
        ['a job took long', 'stars'],
      ],
    )
  })
})

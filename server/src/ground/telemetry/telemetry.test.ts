import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import pino from 'pino'
import { findFreePort } from '../../../test/postgres.ts'
import { World } from '../../../test/world.ts'
import { allJobs } from '../../all-jobs.ts'
import type { Deps } from '../../deps.ts'
import { showFigures } from '../../figures.ts'
import { transact } from '../db/changes.ts'
import type { Job } from '../jobs/job.ts'
import type { ProcessRole } from '../settings.ts'
import { openTelemetry } from './open.ts'
import { readWithinMs, silentTelemetry, type Telemetry } from './telemetry.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
}

const hourMs = 3_600_000

/** Receives traces like a collector, and resolves once the expected number has arrived. */
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

describe('telemetry', () => {
  const collector = new Collector()
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  let telemetry: Telemetry
  let world: World
  let figuresUrl: string
  let isReady = false

  before(async () => {
    const port = await findFreePort()
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

  it('counts responses by route and outcome, and cached ones separately', async () => {
    for (let round = 0; round < 3; round++) await world.fetch('http://registry.test/nodes?limit=3')
    await world.fetch('http://registry.test/nodes/nobody-has-this')
    await world.fetch('http://registry.test/nodes/nobody-has-this/versions/1.0.0/node.zip')
    const text = await figures()
    assert.match(
      text,
      /nodeyard_http_request_duration_seconds_count\{method="GET",route="\/nodes",status="2xx"\} 1\n/,
    )
    assert.match(
      text,
      /nodeyard_http_request_duration_seconds_count\{.*route="\/nodes\/:nodeId",status="4xx"\} 1\n/,
    )
    assert.match(
      text,
      /nodeyard_http_request_duration_seconds_count\{.*route="\/nodes\/:nodeId\/versions\/:version\/node.zip",status="4xx"\} 1\n/,
    )
    assert.match(text, /nodeyard_response_cache_hits_total 2\n/)
  })

  it('shows queued jobs, waiting versions and the process itself', async () => {
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

  it('counts the waiting time of a version from its late flag, not its publish time', async () => {
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

  it('provides every metric that the dashboard and the alerts use', async () => {
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

  it('shows which processes run jobs, whether or not the database responds', () => {
    const shownBy = (...roles: ProcessRole[]) => {
      const readings = new Map<string, () => unknown>()
      const show: Telemetry['show'] = ({ name }, read) => void readings.set(name, read)
      const config = { ...world.deps.config, roles: new Set(roles) }
      showFigures({ ...world.deps, config, telemetry: { ...silentTelemetry, show } })
      return readings
    }
    assert.equal(shownBy('jobs').get('nodeyard_does_jobs')?.(), 1)
    assert.ok(!shownBy('site', 'api').has('nodeyard_does_jobs'))
    const alerts = readFileSync(new URL('../../../../deploy/monitoring/alerts.yaml', import.meta.url), 'utf8')
    const rolesShown = [...alerts.matchAll(/(?:absent\(|unless on \(job, instance\) )(nodeyard_\w+)/g)]
    assert.deepEqual(
      rolesShown.map(([, name]) => name),
      ['nodeyard_does_jobs', 'nodeyard_does_jobs'],
    )
  })

  it('omits a metric that is late, without delaying the others', async (t) => {
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

  it('has the routes that the alerts exclude', async () => {
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

  it('uses no job label that Prometheus reserves', async () => {
    telemetry.ranJob({ job: 'stars', outcome: 'done', ms: 1 })
    assert.match(await figures(), /nodeyard_job_duration_seconds_count\{queue="stars",outcome="done"\}/)
  })

  it('serves health and readiness on the metrics port, and nothing else', async () => {
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

  it("joins the caller's trace and adds statements to it", async () => {
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

  it('logs slow work without its values', async () => {
    telemetry.ranQuery({ sql: 'select $1', parameters: [], outcome: 'done', ms: hourMs + 1 })
    telemetry.ranQuery({ sql: 'select $2', parameters: [], outcome: 'done', ms: hourMs - 1 })
    telemetry.ranJob({ job: 'stars', outcome: 'failed', ms: hourMs + 1 })
    assert.deepEqual(
      lines.map(({ msg, sql: statement, job }) => [msg, statement ?? job]),
      [
        ['slow statement', 'select $1'],
        ['slow job', 'stars'],
      ],
    )
  })
})

import { defined } from '@nodeyard/contract/ground'
import type { Attributes, Meter, Tracer } from '@opentelemetry/api'
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Logger } from 'pino'
import type { RanQuery } from '../db/database.ts'

export interface TelemetrySettings {
  /** The address for Prometheus; no metrics if omitted. */
  metrics?: { host: string; port: number }
  /** The OTLP endpoint over HTTP and the share of traces to send; no traces if omitted. */
  traces?: { url: string; share: number }
  slowQueryMs: number
  slowJobMs: number
}

/** A response of the API or the site that did not come from the cache. */
export interface ServedRequest {
  method: string
  /** The router's pattern, or `page` or `file` for the site; undefined without a route. */
  route: string | undefined
  status: number
  seconds: number
}

/** A finished run of a job. */
export interface RanJob {
  job: string
  outcome: 'done' | 'failed'
  ms: number
}

export interface Figure {
  /** Ends with its unit, following Prometheus conventions. */
  name: string
  help: string
  /** True for a counter, which only increases. */
  isTotal?: boolean
}

/** One value, or several with different labels. */
export type Reading = number | readonly { value: number; labels: Record<string, string> }[]

/** The metrics, traces and slow-work logs of a process. */
export interface Telemetry {
  served(request: ServedRequest): void
  ranJob(run: RanJob): void
  ranQuery(query: RanQuery): void
  /** Registers a metric that is read on each scrape. A failed or late reading is omitted. */
  show(figure: Figure, read: () => Reading | Promise<Reading>): void
  /**
   * Runs work as part of a trace: the caller's if `headers` name one, otherwise that of the surrounding work.
   * Without tracing it only runs the work.
   */
  traced<T>(work: TracedWork, run: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

export interface TracedWork {
  name: string
  kind: 'request' | 'job'
  attributes?: Attributes
  headers?: Readonly<Record<string, unknown>>
}

/** Bucket bounds in seconds, from a cached response to an upload. */
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

/** Enough to find a statement; the first migration has 1,500 lines. */
const maxLoggedSql = 200

/** Prometheus waits for 10 s, and would then report a process as down that waits for its database. */
export const readWithinMs = 5000

export interface TelemetryParts {
  meter: Meter
  /** Omitted when tracing is off. */
  tracer?: Tracer | undefined
  stop(): Promise<void>
}

export function telemetryOf(
  { meter, tracer, stop }: TelemetryParts,
  { slowQueryMs, slowJobMs }: Pick<TelemetrySettings, 'slowQueryMs' | 'slowJobMs'>,
  log: Logger,
): Telemetry {
  const histogram = (name: string, description: string) =>
    meter.createHistogram(name, {
      description,
      advice: { explicitBucketBoundaries: secondsBuckets },
    })
  const requests = histogram(
    'nodeyard_http_request_duration_seconds',
    'Requests to the API and the site without cache hits',
  )
  const jobs = histogram('nodeyard_job_duration_seconds', 'Runs of jobs')
  const queries = histogram('nodeyard_query_duration_seconds', 'Statements on the database')

  return {
    served: ({ method, route = 'none', status, seconds }) =>
      requests.record(seconds, { method, route, status: `${Math.floor(status / 100)}xx` }),
    ranJob({ job, outcome, ms }) {
      // Prometheus reserves the label `job` for scrape targets.
      jobs.record(ms / 1000, { queue: job, outcome })
      if (ms > slowJobMs) log.warn({ job, outcome, ms: Math.round(ms) }, 'slow job')
    },
    ranQuery({ sql, outcome, ms }) {
      queries.record(ms / 1000, { outcome })
      if (tracer) reportStatement(tracer, sql, ms)
      // Logs no values, which can be personal.
      if (ms > slowQueryMs)
        log.warn(
          { sql: sql.replace(/\s+/g, ' ').slice(0, maxLoggedSql), ms: Math.round(ms) },
          'slow statement',
        )
    },
    show: (figure, read) => show(meter, figure, read),
    traced: (work, run) => (tracer ? runTraced(tracer, work, run) : run()),
    stop,
  }
}

/** Used when telemetry is off. */
export const silentTelemetry: Telemetry = {
  served() {},
  ranJob() {},
  ranQuery() {},
  show() {},
  traced: (_work, run) => run(),
  async stop() {},
}

function show(meter: Meter, { name, help, isTotal = false }: Figure, read: () => Reading | Promise<Reading>) {
  const options = { description: help }
  const instrument = isTotal
    ? meter.createObservableCounter(name, options)
    : meter.createObservableGauge(name, options)
  instrument.addCallback(async (result) => {
    const reading = await inTime(Promise.resolve(read())).catch(() => [])
    if (typeof reading === 'number') result.observe(reading)
    else for (const { value, labels } of reading) result.observe(value, labels)
  })
}

async function inTime<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The metric was not read in time.')), readWithinMs)
  })
  return Promise.race([reading, end]).finally(() => clearTimeout(timer))
}

function runTraced<T>(tracer: Tracer, work: TracedWork, run: () => Promise<T>): Promise<T> {
  const around = work.headers ? propagation.extract(context.active(), work.headers) : context.active()
  const kind = work.kind === 'request' ? SpanKind.SERVER : SpanKind.CONSUMER
  const span = tracer.startSpan(work.name, { kind, ...defined({ attributes: work.attributes }) }, around)
  return context.with(trace.setSpan(around, span), async () => {
    try {
      return await run()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : '' })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Reports a finished statement as a span with its real start time. */
function reportStatement(tracer: Tracer, sql: string, ms: number): void {
  const end = performance.timeOrigin + performance.now()
  const span = tracer.startSpan(/^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'statement', {
    kind: SpanKind.CLIENT,
    startTime: end - ms,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, 2000) },
  })
  span.end(end)
}

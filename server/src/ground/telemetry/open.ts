import { once } from 'node:events'
import { createServer } from 'node:http'
import { context, createNoopMeter, propagation } from '@opentelemetry/api'
import type { Logger } from 'pino'
import { blaming } from '../setting-error.ts'
import { type Telemetry, type TelemetryParts, type TelemetrySettings, telemetryOf } from './telemetry.ts'

/**
 * Starts telemetry. Loads its libraries only when metrics or traces are configured. `isReady` returns whether
 * the process is working and not about to stop; processes that only run jobs have no other readiness
 * endpoint.
 */
export async function openTelemetry(
  settings: TelemetrySettings,
  log: Logger,
  isReady: () => boolean,
): Promise<Telemetry> {
  const { metrics, traces } = settings
  const figures = metrics ? await serveFigures(metrics, isReady) : undefined
  const sent = traces ? await sendTraces(traces) : undefined
  const stop = async () => {
    await Promise.all([figures?.stop(), sent?.stop()])
  }
  return telemetryOf(
    { meter: figures?.meter ?? createNoopMeter(), tracer: sent?.tracer, stop },
    settings,
    log,
  )
}

async function serveFigures(
  { host, port }: NonNullable<TelemetrySettings['metrics']>,
  isReady: () => boolean,
): Promise<Pick<TelemetryParts, 'meter' | 'stop'>> {
  const [{ MeterProvider }, { PrometheusExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-prometheus'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true })
  const provider = new MeterProvider({ resource: resourceFromAttributes(named), readers: [exporter] })
  // A separate server: the exporter's serves only metrics, and a process that only runs jobs has no other.
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (path === '/metrics') exporter.getMetricsRequestHandler(request, response)
    else if (path === '/health') response.end('OK')
    else if (path === '/ready') response.writeHead(isReady() ? 200 : 503).end(isReady() ? 'OK' : 'Not ready')
    else response.writeHead(404).end()
  }).unref()
  server.listen({ host, port })
  await once(server, 'listening').catch(blaming(`METRICS_PORT=${port} on HOST=${host}`))
  const stop = async () => {
    server.close()
    await provider.shutdown()
  }
  return { meter: provider.getMeter('nodeyard'), stop }
}

async function sendTraces({
  url,
  share,
}: NonNullable<TelemetrySettings['traces']>): Promise<Pick<TelemetryParts, 'tracer' | 'stop'>> {
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, core, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
    ])
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes(named),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${url}/v1/traces` }) }),
    ],
  })
  return { tracer: provider.getTracer('nodeyard'), stop: () => provider.shutdown() }
}

const named = { 'service.name': 'nodeyard' }

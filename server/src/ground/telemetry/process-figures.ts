import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readHeap } from './heap.ts'
import type { Telemetry } from './telemetry.ts'

/** Registers metrics of the process itself. */
export function showProcessFigures(telemetry: Telemetry): void {
  telemetry.show({ name: 'nodeyard_process_memory_bytes', help: 'Resident memory' }, () =>
    process.memoryUsage.rss(),
  )
  telemetry.show({ name: 'nodeyard_process_heap_bytes', help: 'Heap of the main thread' }, () => {
    const { heapUsed, heapTotal } = process.memoryUsage()
    return readHeap({ used: heapUsed, reserved: heapTotal })
  })
  telemetry.show(
    { name: 'nodeyard_process_buffers_bytes', help: 'Memory of buffers outside the heap' },
    () => process.memoryUsage().external,
  )
  telemetry.show({ name: 'nodeyard_process_cpu_seconds', help: 'Time on processors', isTotal: true }, () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  telemetry.show(
    { name: 'nodeyard_event_loop_delay_seconds', help: 'How late the process is, 99th percentile' },
    readLoopDelay(),
  )
}

/** Measures from the first reading on, so that a process without readers does not measure. */
function readLoopDelay(): () => number {
  let delay: ReturnType<typeof monitorEventLoopDelay> | undefined
  return () => {
    if (!delay) {
      delay = monitorEventLoopDelay()
      delay.enable()
    }
    const seconds = delay.percentile(99) / 1e9
    delay.reset()
    return Number.isFinite(seconds) ? seconds : 0
  }
}

import { readFileSync, writeSync } from 'node:fs'

let loaded = process.cpuUsage()
/** Called when everything that a registry loads once is there. */
globalThis.loaded = () => {
  loaded = process.cpuUsage()
}

// Linux lets a new program inherit the peak of `resourceUsage()` from the process that started it.
const peakBytes = () => {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}

process.on('exit', () => {
  const usage = { own: process.threadCpuUsage(), loaded, all: process.cpuUsage(), peakBytes: peakBytes() }
  writeSync(3, JSON.stringify(usage))
})

import { readdirSync, readFileSync } from 'node:fs'

/** `/proc` counts CPU time in hundredths of a second. */
const ticksPerSecond = 100

/** Returns the CPU time of a process and its descendants; NaN except on Linux. */
export function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const ticks = sumOver(pid, (id) => {
    // The name, in parentheses, may contain spaces. User and system time are fields 14 and 15 of all.
    const fields = read(id, 'stat').split(') ').at(-1)?.split(' ') ?? []
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  })
  return ticks / ticksPerSecond
}

/** Returns the resident memory of a process and its descendants. */
export function residentMegabytes(pid: number): number {
  return sumOver(pid, (id) => Number(/^VmRSS:\s+(\d+)/m.exec(read(id, 'status'))?.[1] ?? 0)) / 1024
}

function sumOver(pid: number, measure: (pid: number) => number): number {
  return measure(pid) + childrenOf(pid).reduce((total, child) => total + sumOver(child, measure), 0)
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      read(pid, `task/${thread}/children`).trim().split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}

/** Empty once the process has exited. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

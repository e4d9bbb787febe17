import { setTimeout as pause } from 'node:timers/promises'

const patienceMs = 60_000

/** Waits for what happens outside of this process and tells nobody. */
export async function untilTrue(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It did not come true: ${isSo}`)
    await pause(20)
  }
}

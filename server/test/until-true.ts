import { setTimeout as pause } from 'node:timers/promises'

/** As browser tests wait for their pages: a busy machine can need minutes where a quiet one needs seconds. */
const patienceMs = 180_000

/** Polls for events outside of this process that send no notification. */
export async function untilTrue(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`The condition did not become true: ${isSo}`)
    await pause(20)
  }
}

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { World } from './world.ts'

/** Runs the registry's jobs after each of its responses, while a program that waits for them works. */
export async function withJobs<Result>(world: World, work: Promise<Result>): Promise<Result> {
  const { server } = world.app.fastify
  const responses = new EventTarget()
  let count = 0
  const onRequest = (_: unknown, response: ServerResponse) =>
    response.once('close', () => {
      count += 1
      responses.dispatchEvent(new Event('end'))
    })
  server.on('request', onRequest)
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  try {
    while (!isDone) {
      const seen = count
      await world.runJobs()
      if (count === seen) await Promise.race([done, once(responses, 'end')])
    }
    return await done
  } finally {
    server.off('request', onRequest)
  }
}

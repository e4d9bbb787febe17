import { createHook } from 'node:async_hooks'

const held: object[] = []

/**
 * Holds one record of `process.nextTick` for as long as the process lives.
 *
 * Every answer queues several. The engine drops the shape of these records in a collection of garbage that finds none
 * alive, and remembers from then on that the place which makes them knows no shape: each is made by the slow way, until
 * the process ends. A record that stays alive keeps the shape.
 */
export function holdTickShape(): void {
  const hook = createHook({
    init(_id, type, _trigger, record: object) {
      if (type === 'TickObject') held.push(record)
    },
  }).enable()
  process.nextTick(() => {})
  hook.disable()
}

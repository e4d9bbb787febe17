import type { Socket } from 'node:net'
import type pg from 'pg'

interface Patience {
  /** A statement without an answer for so long has the server asked whether it is still there. */
  silenceMs: number
  /** More than a statement may take where nobody has allowed it more: a connection so quiet is cut off, whatever others say. */
  longestSilenceMs: number
}
const usualPatience: Patience = { silenceMs: 5000, longestSilenceMs: 65_000 }

/** What the driver has but does not declare. */
interface Inside {
  connection: { stream: Socket }
  /** False from a statement's start until its last answer. */
  readyForQuery: boolean
  /** Ours: see `PreparingClient`. */
  readonly mayTakeLong?: boolean
}

/**
 * Ends a connection whose statement waits for a server that is gone without a word, as behind a network that swallows
 * everything: the system itself would wait for a quarter of an hour. A statement that only takes long goes on.
 */
export function endWhenSilent(
  client: pg.ClientBase,
  isThere: () => Promise<boolean>,
  { silenceMs, longestSilenceMs } = usualPatience,
): void {
  const inside = client as unknown as Inside
  const { stream: socket } = inside.connection
  let heard = socket.bytesRead
  let silentForMs = 0
  const look = async () => {
    silentForMs = socket.bytesRead === heard ? silentForMs + silenceMs : silenceMs
    heard = socket.bytesRead
    const waits = !inside.readyForQuery
    const isTooLong = silentForMs >= longestSilenceMs && !inside.mayTakeLong
    const isGone = waits && (isTooLong || !(await isThere()))
    // An answer may have come meanwhile.
    if (isGone && socket.bytesRead === heard) socket.destroy(new Silent())
    else socket.setTimeout(silenceMs)
  }
  socket.setTimeout(silenceMs).on('timeout', () => void look())
}

export class Silent extends Error {
  override name = 'Silent'
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('The database fell silent.')
  }
}

import type { AnnounceAnswer } from '../server/test/command-line-client.ts'
import { announce, upload } from '../server/test/command-line-client.ts'
import { buildPack } from '../server/test/pack.ts'
import { type Finding, median } from './report.ts'
import { type RunningRegistry, startEmptyRegistry } from './running-registry.ts'

const hostileUploads = 24
const measurements = 15
const maxTimes = 1.5

/**
 * Measures how long an honest pack takes to become active: alone, and behind many expensive uploads of
 * another account.
 */
export async function measureFairness(): Promise<Finding> {
  const registry = await startEmptyRegistry()
  try {
    const honest = await Account.open(registry, 'honest')
    await honest.publishAndWait('warm-up')
    const alone = await honest.measure('alone')
    const hostile = await Account.open(registry, 'hostile')
    await hostile.flood()
    const behind = await honest.measure('behind')
    const waiting = await hostile.countWaiting()
    return toFinding(alone, behind, waiting)
  } finally {
    await registry.stop()
  }
}

function toFinding(alone: readonly number[], behind: readonly number[], waiting: number): Finding {
  const ratio = median(behind) / median(alone)
  const row = (name: string, ms: readonly number[]) => [
    name,
    ms.length,
    Math.round(median(ms)),
    Math.round(Math.min(...ms)),
    Math.round(Math.max(...ms)),
  ]
  return {
    name: 'fairness',
    title: 'An honest pack behind hostile uploads',
    columns: ['publishes', 'count', 'median ms', 'fastest', 'slowest'],
    rows: [row('alone', alone), row(`behind ${hostileUploads} hostile uploads`, behind)],
    gates: [
      { label: 'times the undisturbed time until a pack is active', value: round(ratio), atMost: maxTimes },
      {
        label: 'hostile uploads that still wait when the last honest pack is active',
        value: waiting,
        atLeast: 1,
      },
    ],
    notes: ['The hostile uploads belong to one account with several publishers, tokens and nodes.'],
  }
}

const round = (value: number) => Math.round(value * 100) / 100

const publishersOfAccount = 4

/** A signed-up user who publishes like the command-line client. */
class Account {
  readonly #apiUrl: string
  readonly #name: string
  readonly #idToken: string
  #publishers: { id: string; token: string }[] = []

  private constructor(apiUrl: string, name: string, idToken: string) {
    this.#apiUrl = apiUrl
    this.#name = name
    this.#idToken = idToken
  }

  static async open({ apiUrl }: RunningRegistry, name: string): Promise<Account> {
    const signUp = `${apiUrl}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=nodeyard-embedded`
    const { idToken } = await post<{ idToken: string }>(signUp, {
      email: `${name}@example.test`,
      password: `Passw0rd of ${name}`,
      returnSecureToken: true,
    })
    const account = new Account(apiUrl, name, idToken)
    await account.#createPublishers()
    return account
  }

  async #createPublishers(): Promise<void> {
    const authorization = `Bearer ${this.#idToken}`
    for (let place = 0; place < publishersOfAccount; place++) {
      const id = `${this.#name}-${place}`
      await post(`${this.#apiUrl}/publishers`, { id, name: id }, { authorization })
      const tokens = `${this.#apiUrl}/publishers/${id}/tokens`
      const { token } = await post<{ token: string }>(tokens, { name: 'bench' }, { authorization })
      this.#publishers.push({ id, token })
    }
  }

  /** Returns the milliseconds until each of several consecutive packs was active. */
  async measure(prefix: string): Promise<number[]> {
    const times: number[] = []
    for (let place = 0; place < measurements; place++)
      times.push(await this.publishAndWait(`${this.#name}-${prefix}-${place}`))
    return times
  }

  async publishAndWait(nodeId: string): Promise<number> {
    const started = performance.now()
    await this.#publish(nodeId, 0, honestFiles())
    while ((await this.#statusOf(nodeId)) !== 'NodeVersionStatusActive') await pause()
    return performance.now() - started
  }

  /** Uploads packs that each occupy an analysis thread for nearly the limit. */
  async flood(): Promise<void> {
    for (let place = 0; place < hostileUploads; place++)
      await this.#publish(hostileNode(place), place, expensiveFiles(place))
  }

  async countWaiting(): Promise<number> {
    let waiting = 0
    for (let place = 0; place < hostileUploads; place++)
      if ((await this.#statusOf(hostileNode(place))) === 'NodeVersionStatusPending') waiting++
    return waiting
  }

  async #publish(nodeId: string, place: number, files: Record<string, string>): Promise<void> {
    const { id: publisherId, token } = this.#publishers[place % publishersOfAccount] ?? { id: '', token: '' }
    const announced = await announce({ apiUrl: this.#apiUrl, publisherId, nodeId, token })
    const { signedUrl } = await read<AnnounceAnswer>(announced)
    await read(await upload(signedUrl, buildPack({ id: nodeId, files })))
  }

  async #statusOf(nodeId: string): Promise<string> {
    const headers = { authorization: `Bearer ${this.#idToken}` }
    const answer = await fetch(`${this.#apiUrl}/nodes/${nodeId}/versions/1.0.0`, { headers })
    return (await read<{ status: string }>(answer)).status
  }
}

const hostileNode = (place: number) => `hostile-node-${place}`

const pause = () => new Promise((resolve) => setTimeout(resolve, 25))

async function post<T>(url: string, body: object, headers: Record<string, string> = {}): Promise<T> {
  const sent = { 'content-type': 'application/json', ...headers }
  return read<T>(await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) }))
}

async function read<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** The files of a pack of usual size. */
function honestFiles(): Record<string, string> {
  const files: Record<string, string> = {}
  for (let file = 0; file < 40; file++) {
    const nodes = Array.from({ length: 10 }, (_, place) => comfyNode(`Node${file}x${place}`))
    files[`nodes_${file}.py`] = `import os\nimport numpy as np\n${nodes.join('\n')}`
  }
  return files
}

function comfyNode(name: string): string {
  return `class ${name}:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "radius": ("INT", {"default": 3, "min": 0, "max": 64})}}

    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"

    def run(self, image, radius):
        path = os.path.join("models", str(radius))
        return (np.load(path) if os.path.exists(path) else image,)
`
}

/** Plain but extensive code: such a version passes after a long analysis. */
function expensiveFiles(place: number): Record<string, string> {
  const files: Record<string, string> = {}
  for (let file = 0; file < 150; file++) {
    const branches = Array.from({ length: 5_000 }, (_, i) => `  elif x == ${i}:\n    y${i} = x\n`)
    files[`m${file}.py`] =
      `import os\n# ${place}\ndef f(x):\n  if x == 0:\n    os.system("ls")\n${branches.join('')}`
  }
  return files
}

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const child = fileURLToPath(new URL('../../../test/crash-child.ts', import.meta.url))

/**
 * The distance between tested crash points. A run takes seconds, so that only every eighth point is tested
 * here, and all of them with `npm run lab -- crash`.
 */
const stride = Number(process.env['CRASH_STRIDE'] ?? 8)

interface Life {
  signal: string | undefined
  lines: Record<string, unknown>[]
}

function live(folder: string, tick: number): Promise<Life> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [child, folder, String(tick), String(tick - stride)],
      (error, output, problems) => {
        const lines = output.split('\n').filter(Boolean)
        if (error && !error.signal) reject(new Error(`${error.message}\n${problems}`))
        else resolve({ signal: error?.signal, lines: lines.map((line) => JSON.parse(line)) })
      },
    )
  })
}

describe('publishing across crashes', () => {
  it('resumes where a killed process stopped, and repeats nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nodeyard-crash-'))
    try {
      let kills = 0
      for (let tick = 0; ; tick += stride) {
        const { signal, lines } = await live(folder, tick)
        if (tick > 0) {
          const [recovered] = lines
          const whole = { version: '1.0.0', isWhole: true, comfyNodes: 1, broken: [] }
          const killedAt = tick - stride
          assert.deepEqual(recovered, { nodeId: `blur-${killedAt}`, ...whole }, `killed at tick ${killedAt}`)
        }
        if (!signal) break
        kills++
      }
      // Announcing, receiving and four steps each read the clock at least twice.
      assert.ok(kills * stride > 12, `only ${kills} places were tried`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

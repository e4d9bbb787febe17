import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkTogether, rulesOf } from './together.ts'

async function check(freeze: string, lines: string[] = [], accelerator: 'cpu' | 'cuda' = 'cpu') {
  const machine = { python: '3.12', os: 'linux', architecture: 'x86_64', accelerator } as const
  const nodes = lines.length > 0 ? [{ nodeId: 'fog', lines: lines.map((text) => ({ text })) }] : []
  const request = { nodes, unknowns: [], freeze, toolRequirements: undefined, steps: 100_000 }
  const rules = rulesOf({ machine }, new Date(0))
  return (await checkTogether({ ...request, rules }, undefined, async () => [])).check
}

describe('conflicts among installed packages', () => {
  it('do not count for the verdict, and keep the build for the accelerator', async () => {
    const freeze = 'onnxruntime==1.20.0\nonnxruntime-gpu==1.20.1\nnumpy==1.26.4\n'
    for (const [accelerator, kept] of [
      ['cpu', 'onnxruntime==1.20.0'],
      ['cuda', 'onnxruntime-gpu==1.20.1'],
    ] as const) {
      const { verdict, conflicts, installed } = await check(freeze, ['onnxruntime', 'numpy'], accelerator)
      const kinds = conflicts.map(({ kind }) => kind)
      assert.deepEqual([verdict, kinds], accelerator === 'cuda' ? ['unknown', []] : ['risky', ['machine']])
      assert.deepEqual(
        installed?.map(({ repair }) => repair),
        [
          [
            ['uninstall', '-y', 'onnxruntime', 'onnxruntime-gpu'],
            ['install', kept],
          ],
        ],
      )
    }
  })

  it('keep the package with the most modules', async () => {
    const { installed } = await check('opencv-python==4.11.0.86\nopencv-contrib-python==4.10.0.84\n')
    assert.deepEqual(installed?.[0]?.repair[1], ['install', 'opencv-contrib-python==4.10.0.84'])
  })

  it('leave nothing to the shell that a list of packages says', async () => {
    for (const version of ['$(id)', '`id`|x', '1&calc', "1'"]) {
      const { installed } = await check(`onnxruntime===${version}\nonnxruntime-gpu==1.20.1\n`)
      const words = installed?.flatMap(({ repair }) => repair.flat()) ?? []
      assert.deepEqual(
        words.filter((word) => !/^[\w=.-]+$/.test(word)),
        [],
        version,
      )
    }
  })

  it('stay apart from what a pack adds', async () => {
    const { verdict, conflicts, installed } = await check('opencv-python==4.11.0.86\n', [
      'opencv-python-headless',
      'numpy<2',
    ])
    assert.deepEqual([verdict, conflicts.length, installed], ['risky', 1, undefined])
    const both = await check('numpy==2.2.0\nPillow==11.0.0\npillow-simd==9.5.0\n', ['numpy<2'])
    assert.deepEqual([both.verdict, both.conflicts.length, both.installed?.length], ['conflict', 1, 1])
  })

  it('have no repair where no version is planned', async () => {
    const { installed } = await check('numpy==1.26.4\nnumpy==2.2.0\n')
    assert.deepEqual(
      installed?.map(({ kind, repair }) => [kind, repair]),
      [['direct', []]],
    )
  })
})

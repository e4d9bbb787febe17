import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readToolLog } from './tool-log.ts'

const log = `** Platform: Windows
** Python version: 3.12.7 (tags/v3.12.7)
Device: cuda:0 NVIDIA GeForce RTX 3090 : cudaMallocAsync
ComfyUI version: 0.3.66
Cannot import C:\\ComfyUI\\custom_nodes\\fog module for custom nodes: No module named 'x'
Cannot import C:\\ComfyUI\\custom_nodes\\rain module for custom nodes: invalid syntax (a.py, line 1)

Import times for custom nodes:
   0.0 seconds: C:\\ComfyUI\\custom_nodes\\websocket_image_save.py
   0.1 seconds: C:\\ComfyUI\\custom_nodes\\soft glow
   0.1 seconds (IMPORT FAILED): C:\\ComfyUI\\custom_nodes\\fog
[2026-11-01 10:00:00.123]    0.2 seconds (IMPORT FAILED): C:\\ComfyUI\\custom_nodes\\rain
   0.2 seconds (IMPORT FAILED): C:\\ComfyUI\\custom_nodes\\hail
`

describe('the log of the tool', () => {
  it('tells the machine and the outcome of each import', () => {
    const { outcomes, ...machine } = readToolLog(log, 'linux')
    assert.deepEqual(machine, { os: 'windows', accelerator: 'cuda', tool: '0.3', python: '3.12' })
    assert.deepEqual(Object.fromEntries(outcomes), {
      'websocket_image_save.py': 'imported',
      'soft glow': 'imported',
      fog: 'import_error',
      rain: 'syntax_error',
      hail: 'other_error',
    })
  })

  it('counts its last start only', () => {
    const second = 'Import times for custom nodes:\n   0.0 seconds: /tool/custom_nodes/fog\n'
    assert.deepEqual([...readToolLog(log + second, 'linux').outcomes], [['fog', 'imported']])
  })

  it('names other accelerators', () => {
    const of = (text: string) => readToolLog(text, 'darwin').accelerator
    assert.deepEqual(['Device: mps', 'Device: cpu', 'AMD arch: gfx1100', 'Device: toaster', ''].map(of), [
      'metal',
      'cpu',
      'rocm',
      'other',
      'other',
    ])
  })

  it('ignores everything else', () => {
    const long = `${'0 seconds '.repeat(20_000)}\n${'Cannot import '.repeat(20_000)}\n`
    assert.deepEqual([...readToolLog(long, 'aix').outcomes], [])
  })
})

// @vitest-environment happy-dom
import { type CompatibilityEvidence, getCompatibilityEvidence } from '@nodeyard/contract/packs'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on } from '../../ground/site/registry.test-support.ts'
import * as page from './node-page.tsx'

const evidence = exampleOf(getCompatibilityEvidence)

async function columnsOf(answer: CompatibilityEvidence): Promise<string[]> {
  openPage(page, {
    ...{ path: paths.node, at: '/nodes/acme-blur' },
    rules: [on(getCompatibilityEvidence, answer)],
  })
  const section = await screen.findByRole('region', { name: 'Compatibility' })
  return [...section.querySelectorAll('.card')].map((card) => card.textContent ?? '')
}

describe('compatibility of a pack', () => {
  it('shows four columns, each with what its source says', async () => {
    const machine = {
      ...{ tool: '0.3', python: '3.12', os: 'linux' as const, accelerator: 'cuda' as const },
      ...{ imported: 12, import_error: 2, syntax_error: 0, other_error: 1, last_on: '2026-05-01' },
    }
    const [declared, tested, reported, inferred] = await columnsOf({
      ...evidence,
      tested: {
        ...{ repository: 'acme/blur', completed: 3, failed: 1 },
        machines: [
          {
            ...{ os: 'ubuntu', python: '3.11', accelerator: 'CUDA 12.4', completed: 3, failed: 1 },
            ...{ last_status: 'failed', last_at: '2026-05-01T09:00:00.000Z' },
          },
        ],
      },
      reported: { count: 15, verdict: 'works', machines: [machine] },
    })
    expect(declared).toContain('Tool>=0.3.0')
    expect(tested).toContain('ubuntu · Python 3.11 · CUDA 12.43 of 4 passed')
    expect(reported).toContain('Loads for most users')
    expect(reported).toContain('Linux · Python 3.12 · CUDA · Tool 0.312 of 15 loaded')
    expect(reported).toContain('Import error: 2 · Other error: 1')
    expect(inferred).toContain('comfy.sd.ModelPatcherMissing from tool 0.0.1 on')
    expect(inferred).toContain('nodes.py:3')
  })

  it('says so where a source says nothing', async () => {
    const { declared: _, ...rest } = evidence
    const columns = await columnsOf({ ...rest, inferred: { uses: [] } })
    expect(columns.map((text) => text.split('. ').length)).toHaveLength(4)
    expect(columns[0]).toContain('Not declared in the manifest.')
    expect(columns[1]).toContain('Not tested.')
    expect(columns[2]).toContain('Not enough reports.')
    expect(columns[3]).toContain('The code has not been read for this yet.')
  })
})

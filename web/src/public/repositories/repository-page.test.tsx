// @vitest-environment happy-dom
import {
  getRepositoryReading,
  type RepositoryReading,
  requestRepositoryReading,
} from '@nodeyard/contract/packs'
import { cleanup, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { offers, openPage, press } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import * as page from './repository-page.tsx'

const key = 'github.com/ann/blur'
const commit = 'a'.repeat(40)
const known = { repository: `https://${key}`, key }
const open = (rules: Rule[], rest = key) =>
  openPage(page, { path: paths.repository, at: `/repositories/${rest}`, rules })

const finding = {
  rule: 'process-start',
  severity: 'high' as const,
  blocks: true,
  message: '<b>Starts</b> a program.',
  file: 'nodes.py',
  line: 3,
}
const done: RepositoryReading = {
  ...known,
  state: 'done',
  commit,
  read_at: '2026-05-01T12:00:00Z',
  check: {
    verdict: 'refused',
    refused: [{ code: 'project_missing', message: 'pyproject.toml is missing.' }],
    rules: 1,
    files: 3,
    unpacked_bytes: 4000,
    omitted_files: 2,
    findings: [finding, { ...finding, message: 'A note.', severity: 'low', blocks: false }],
    finding_count: 2,
    nodes: [{ name: 'Blur', category: 'image', inputs: ['IMAGE'], outputs: ['MASK'] }],
    node_count: 1,
    undecided_count: 0,
    requirements: ['numpy>=2', 'numpy<1'],
    capabilities: [{ kind: 'process', subject: 'ffmpeg', evidence: [{ file: 'nodes.py', line: 3 }] }],
    score: { score: 45, parts: [], blocking_findings: 1 },
    pythons: [],
  },
}

describe('the page of a repository that is not listed', () => {
  it('has it read, and follows the reading', async () => {
    let current: RepositoryReading = { ...known, state: 'unread' }
    const { writes } = open([
      on(getRepositoryReading, () => current),
      on(requestRepositoryReading, () => {
        current = { ...known, state: 'waiting', requested_at: '2026-05-01T12:00:00Z' }
        return current
      }),
    ])
    await screen.findByRole('heading', { level: 1, name: key })
    await press('Read it')
    expect(writes()[0]?.body).toEqual({ address: `https://${key}` })
    await screen.findByText('Waiting for its turn')
    current = done
    await screen.findByText('It cannot be published yet')
  })

  it('shows verdict, findings, nodes, requirements and the commands of a claim, all as text', async () => {
    open([on(getRepositoryReading, done)])
    await screen.findByText('It cannot be published yet')
    screen.getByText('pyproject.toml is missing.')
    screen.getByText('<b>Starts</b> a program.')
    screen.getByText('A note.')
    screen.getByText('IMAGE → MASK')
    screen.getByText('numpy>=2')
    screen.getByText(/Not read: 2/)
    expect(document.body.textContent).toContain(`git clone https://${key}`)
    expect(document.body.textContent).toContain(`/badges/repositories/${key}.svg`)
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  })

  it('says whose commit it may be where the address names one, and only there', async () => {
    const note = /commits of forks/
    open([on(getRepositoryReading, done)])
    await screen.findByText('It cannot be published yet')
    expect(screen.queryByText(note)).toBeNull()
    cleanup()
    open([on(getRepositoryReading, done)], `${key}@${commit}`)
    await screen.findByText(note)
  })

  it('does not offer what the operator turned off', async () => {
    open([on(getRepositoryReading, { ...known, state: 'off' })])
    await screen.findByText('This registry does not read repositories on request')
    expect(offers()).not.toContain('Read it')
  })

  for (const [failure, text] of Object.entries({
    gone: /does not know it/,
    too_large: /exceeds the limits/,
    slow: /more than a minute/,
    not_a_pack: /not a pack/,
    host_busy: /does not respond/,
  }))
    it(`explains ${failure}`, async () => {
      open([on(getRepositoryReading, { ...known, state: 'failed', failure: failure as 'gone' })])
      await screen.findByText(text)
    })

  it('refuses an address with a secret without repeating it', async () => {
    open(
      [on(getRepositoryReading, refusal(400, 'repository_address_secret'))],
      'https://ghp_1@github.com/a/b',
    )
    await screen.findByRole('heading', { name: /contains a user name, password or token/ })
    expect(document.body.textContent).not.toContain('ghp_1')
  })
})

// @vitest-environment happy-dom

import type { ResponseOf } from '@nodeyard/contract/ground'
import {
  getReview,
  listReviews,
  moderateVersion,
  type ReviewItem,
  undoDecision,
} from '@nodeyard/contract/safety'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, offersIn, openPage, press } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import * as page from './review-page.tsx'

type Review = ResponseOf<typeof getReview>
const answer = exampleOf(listReviews)
const [item] = answer.versions as [ReviewItem]
const flagged: Partial<ReviewItem> = { status: 'NodeVersionStatusFlagged' }
/** A queue with these versions of one node. */
const queueOf = (...some: Partial<ReviewItem>[]): Rule =>
  on(listReviews, {
    ...answer,
    total: some.length,
    versions: some.map((one, index) => ({ ...item, ...flagged, version: `1.${index}.0`, ...one })),
  })
const { findings: _findings, ...review } = exampleOf(getReview)
/** Review details without findings, so that no archive loads. */
const reviewOf = (some: Partial<Review> = {}): Rule =>
  on(getReview, { ...review, findings: [], can_undo: false, ...some })
const open = (rules: Rule[] = [queueOf({}, {}, {})], search = '') =>
  openPage(page, {
    ...{ path: adminPaths.reviewQueue, at: adminPaths.reviewQueue + search },
    ...{ as: { isAdmin: true }, rules: [...rules, reviewOf()] },
  })
const queue = () => screen.findByRole('list', { name: 'Versions in the queue' })
const key = (name: string, more = {}) => fireEvent.keyDown(document.body, { key: name, ...more })
const current = () => document.querySelector('[aria-current=true]')?.textContent ?? ''
const toolbar = () => within(screen.getByRole('toolbar'))
const decided = (writes: { route: unknown; body: unknown }[]) =>
  writes.filter(({ route }) => route === moderateVersion).map(({ body }) => body)

const digest = 'a'.repeat(64)
/** A finding without a file, so that no archive is read. */
const doubtful: Review['findings'][number] = {
  rule: 'pickled-data',
  severity: 'high',
  blocks: true,
  message: 'Loads a pickle that comes from the network.',
  known: false,
  digest,
  parts: [{ file: 'net.py', name: 'load', line: 3, text: 'def load(url):\n    return read(url)' }],
  settles: { waiting: 2, releases: 5, nodes: 3 },
  change: {
    since: {
      verdict: 'approved',
      at: '2026-05-01T00:00:00.000Z',
      version: '1.0.0',
      everywhere: false,
      reason: 'Own service.',
    },
    parts: [
      {
        file: 'net.py',
        name: 'load',
        line: 3,
        before: 'def load(url):\n    return get(url)',
        after: 'def load(url):\n    return read(url)',
      },
    ],
  },
}

describe('the path of a finding', () => {
  it('is shown for the finding that is picked', async () => {
    const step = {
      file: 'net.py',
      line: 3,
      kind: 'source',
      noun: 'network_data',
      detail: 'a.example',
    } as const
    const sink = { file: 'net.py', line: 9, kind: 'sink', noun: 'stored_objects' } as const
    open([queueOf({}), reviewOf({ findings: [{ ...doubtful, path: [step, sink] }] })])
    const list = await screen.findByRole('list', { name: 'How the value gets here' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Sourcedata from the networka.examplenet.py:3',
      'Destinationobjects that are built from datanet.py:9',
    ])
  })
})

describe('code of a finding', () => {
  it('shows only what changed since the last decision, and where else the code is', async () => {
    open([queueOf({}), reviewOf({ findings: [doubtful] })])
    const section = within(await screen.findByRole('region', { name: 'Code of this finding' }))
    await section.findByText(/Changed since 1\.0\.0 was approved/)
    expect((await section.findByText('− return get(url)', { exact: false })).tagName).toBe('DEL')
    expect(section.getByText('+ return read(url)', { exact: false }).tagName).toBe('INS')
    section.getByText('5 other releases have the same code. Packs: 3; waiting: 2.')
  })

  it('is decided with the version, here or in every pack', async () => {
    const { writes } = open([
      queueOf({}),
      reviewOf({ findings: [doubtful] }),
      on(moderateVersion, review.version),
    ])
    const choice = await screen.findByLabelText<HTMLSelectElement>('This code')
    expect(screen.queryByText(/Versions of new publishers still wait/)).toBeNull()
    fireEvent.change(choice, { target: { value: 'approve_everywhere' } })
    screen.getByText(/Versions of new publishers still wait/)
    key('a')
    await fill('Reason', 'A known library.')
    confirm('Approve')
    await waitFor(() => expect(decided(writes())).toHaveLength(1))
    expect(decided(writes())[0]).toMatchObject({
      verdicts: [{ digest, verdict: 'approved', everywhere: true }],
    })
  })
})

describe('review queue', () => {
  it.each([
    ['', { statuses: 'NodeVersionStatusFlagged', order: 'urgent' }],
    ['?status=banned&order=newest', { statuses: 'NodeVersionStatusBanned', order: 'newest' }],
    ['?node=acme-blur@1.2.0', { node_id: 'acme-blur', version: '1.2.0' }],
    [
      '?days=7&appealed=1&reason=eval&publisher=acme',
      { days: '7', appealed: 'true', reason: 'eval', publisher_id: 'acme' },
    ],
  ])('requests the filters of %s', async (search, query) => {
    const { reads } = open(undefined, search)
    await queue()
    expect(reads(listReviews)[0]?.query).toMatchObject(query)
  })

  it('shows when no version waits', async () => {
    open([queueOf()])
    await screen.findByText('All clear.')
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  it('shows an error when loading fails and retries', async () => {
    let isBroken = true
    const { site } = open([on(listReviews, () => (isBroken ? refusal(404, 'x') : answer))])
    await screen.findByRole('alert')
    isBroken = false
    await press('Try again')
    await queue()
    expect(site.queries.isFetching()).toBeGreaterThanOrEqual(0)
  })

  it('shows the worst finding and the number of findings', async () => {
    open([queueOf({ findings: 3, blocking: 1, worst: 'It runs what it downloads.', appeal_waiting: true })])
    const list = await queue()
    expect(list.textContent).toMatch(/It runs what it downloads\..*3 findings · 1 blocking/)
    expect(list.textContent).toContain('Appeal waiting')
  })

  it('shows how many waiting versions have the same code', async () => {
    open([queueOf({ same_code: 13 })])
    expect((await queue()).textContent).toContain('Same code in 13 more')
  })

  it('keeps the status filter when another filter changes', async () => {
    const { reads } = open(undefined, '?status=banned')
    await queue()
    await fill('Publisher', 'acme')
    await waitFor(() =>
      expect(reads(listReviews).at(-1)?.query).toMatchObject({
        ...{ statuses: 'NodeVersionStatusBanned', publisher_id: 'acme' },
      }),
    )
  })
})

describe('keys of the review queue', () => {
  it('move through the versions and stop at both ends', async () => {
    open()
    await queue()
    await waitFor(() => expect(current()).toContain('@1.0.0'))
    key('j')
    await waitFor(() => expect(current()).toContain('@1.1.0'))
    for (const _ of [1, 2, 3]) key('ArrowDown')
    await waitFor(() => expect(current()).toContain('@1.2.0'))
    for (const _ of [1, 2, 3, 4]) key('k')
    await waitFor(() => expect(current()).toContain('@1.0.0'))
  })

  it('select one, a range, all, or none', async () => {
    open()
    await queue()
    const count = async (text: string) => waitFor(() => toolbar().getByText(text))
    key('x')
    await count('1 selected')
    key('ArrowDown', { shiftKey: true })
    await count('2 selected')
    key('*')
    await count('3 selected')
    key('Escape')
    await count('0 selected')
  })

  it('open a confirmation or the help', async () => {
    open()
    await queue()
    key('r')
    await waitFor(() =>
      expect(document.querySelector('dialog')?.textContent).toContain('The version will be banned'),
    )
    confirm('Cancel')
    key('?')
    await screen.findByText('Show these keys')
  })
})

describe('review decision', () => {
  it('applies to the current version, requires a reason, and moves to the next version', async () => {
    const { writes } = open()
    await queue()
    key('a')
    await fill('Reason', 'Harmless.')
    confirm('Approve')
    await waitFor(() => expect(decided(writes())).toHaveLength(1))
    expect(decided(writes())[0]).toMatchObject({
      ...{ status: 'NodeVersionStatusActive', status_reason: 'Harmless.' },
      ...{ expected_status: 'NodeVersionStatusFlagged' },
    })
    await waitFor(() => expect(current()).toContain('@1.1.0'))
  })

  it('ends the wait of the version, and moves from the last one to the most urgent one', async () => {
    open()
    const rows = within(await queue()).getAllByRole('listitem')
    key('j')
    key('j')
    expect(current()).toContain('@1.2.0')
    key('a')
    await fill('Reason', 'Harmless.')
    confirm('Approve')
    await waitFor(() => expect(current()).toContain('@1.0.0'))
    await waitFor(() => expect(rows.at(-1)?.textContent).not.toContain('Waiting for'))
    expect(rows[0]?.textContent).toContain('Waiting for')
  })

  it('requires a reason', async () => {
    const { writes } = open()
    await queue()
    key('r')
    await screen.findByLabelText('Reason')
    confirm('Reject')
    expect(decided(writes())).toEqual([])
  })

  it('covers all selected versions in one batch', async () => {
    const { writes } = open()
    await queue()
    key('*')
    key('r')
    await fill('Reason', 'Mines coins.')
    confirm('Reject')
    await waitFor(() => expect(decided(writes())).toHaveLength(3))
    const batches = decided(writes()).map((body) => (body as { batch_id: string }).batch_id)
    expect(new Set(batches).size).toBe(1)
    await screen.findByText('3 of 3 done')
  })

  it('reloads the queue after the last version of a page', async () => {
    const { reads } = open([queueOf({})])
    await queue()
    key('a')
    await fill('Reason', 'Harmless.')
    confirm('Approve')
    await waitFor(() => expect(reads(listReviews).length).toBeGreaterThan(1))
  })
})

describe('failed review decision', () => {
  it('shows the reason for the refusal and keeps the text for a retry', async () => {
    let isRefused = true
    open([
      queueOf({}, {}),
      on(moderateVersion, () =>
        isRefused ? refusal(409, 'conflict', 'It was decided.') : exampleOf(moderateVersion),
      ),
    ])
    await queue()
    key('r')
    await fill('Reason', 'Mines coins.')
    confirm('Reject')
    await press('Try 1 again')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Mines coins.')
    isRefused = false
    confirm('Reject')
    await screen.findByText('1 of 1 done')
  })

  it('can be undone without a reason', async () => {
    const { writes } = open([queueOf({ status: 'NodeVersionStatusBanned' }), reviewOf({ can_undo: true })])
    await queue()
    await press('Undo')
    expect(screen.queryByLabelText('Reason')).toBeNull()
    confirm('Undo')
    await waitFor(() => expect(writes().map(({ route }) => route)).toEqual([undoDecision]))
  })
})

describe('review panel', () => {
  const panel = () => screen.findByRole('article')

  it('offers to undo only reversible decisions', async () => {
    open([queueOf({}), reviewOf({ can_undo: false })])
    await screen.findByText(/No findings/)
    expect(offersIn(await panel())).not.toContain('Undo')
  })

  it('offers an issue only when there is a repository', async () => {
    open([queueOf({}), reviewOf()])
    await screen.findByText('Open an issue')
    const { repository: _, ...without } = review
    open([queueOf({}), on(getReview, { ...without, findings: [] })])
    await screen.findByText(/No findings/)
    expect(screen.queryByText('Open an issue')).toBeNull()
  })

  it('loads no archive for a version without findings', async () => {
    open([queueOf({}), reviewOf({ base: { version: '1.1.0' } as Review['base'] } as Partial<Review>)])
    await screen.findByText(/No findings/)
    expect(screen.queryByText('Its archive cannot be read here.')).toBeNull()
  })

  it('shows an error when loading fails', async () => {
    open([queueOf({}), on(getReview, refusal(404, 'version_not_found', 'It is gone.'))])
    await within(await panel()).findByText('Try again')
  })
})

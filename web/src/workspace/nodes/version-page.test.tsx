// @vitest-environment happy-dom
import {
  answerAppeal,
  deleteVersion,
  getPublishReport,
  type NodeVersion,
  type PublishReport,
  type PublishWait,
  unyankVersion,
  updateVersion,
  writeAppeal,
  yankVersion,
} from '@nodeyard/contract/packs'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, offers, openPage, press } from '../../ground/page/page.test-support.tsx'
import { managePaths } from '../../ground/paths/manage-links.ts'
import { exampleOf, on, refusal, type Viewer } from '../../ground/site/registry.test-support.ts'
import * as page from './version-page.tsx'

const report = exampleOf(getPublishReport)
const reportOf = (version: Partial<NodeVersion>, more: Partial<PublishReport> = {}) => ({
  ...report,
  ...more,
  version: { ...report.version, ...version },
})
const open = (as: Viewer, answer: PublishReport = report) =>
  openPage(page, {
    path: managePaths.version,
    at: '/nodes/acme-blur/manage/versions/1.2.0',
    as,
    rules: [on(getPublishReport, answer)],
  })
const acts = ['Save', 'Deprecate', 'Undo deprecation', 'Yank', 'Undo the yank', 'Delete version']
const offered = async () => {
  await screen.findByText('Publish progress')
  return offers().filter((one) => acts.includes(one))
}
const flagged = { status: 'NodeVersionStatusFlagged' } as const
const { appeal: _, ...silent } = report

describe('actions on a version', () => {
  it.each([
    ['an owner', { role: 'owner' }, ['Save', 'Deprecate', 'Yank', 'Delete version']],
    ['an admin', { isAdmin: true }, ['Save', 'Deprecate', 'Yank', 'Delete version']],
    ['a banned owner', { role: 'owner', isBanned: true }, []],
  ] as const)('are offered to %s', async (_who, viewer, expected) => {
    open(viewer)
    expect(await offered()).toEqual(expected)
  })

  it('give members no more than owners', async () => {
    open({ role: 'owner' })
    const ofOwner = await offered()
    open({ role: 'member' })
    const ofMember = await offered()
    expect(ofMember.length).toBeLessThanOrEqual(ofOwner.length)
    for (const one of ofMember) expect(ofOwner).toContain(one)
  })

  it('are gone once it is deleted', async () => {
    open({ role: 'owner' }, reportOf({ status: 'NodeVersionStatusDeleted' }))
    expect(await offered()).toEqual([])
    screen.getByText('This version was deleted. Its number cannot be reused.')
    expect(offers()).not.toContain('Public page of the version')
  })

  it.each(['Flagged', 'Pending', 'Banned'] as const)('are those with an effect: %s', async (state) => {
    open({ role: 'owner' }, reportOf({ status: `NodeVersionStatus${state}` }))
    expect(await offered()).toEqual(['Save', 'Delete version'])
  })

  it('offer to undo earlier actions', async () => {
    open(
      { role: 'owner' },
      reportOf({ deprecated: true, yankedAt: '2026-05-02T00:00:00Z', yankReason: 'Broken.' }),
    )
    expect(await offered()).toEqual(['Save', 'Undo deprecation', 'Undo the yank', 'Delete version'])
    screen.getByText('Broken.')
  })

  it('refuse non-members with an explanation', async () => {
    open({})
    await screen.findByText('You cannot manage this pack')
  })
})

describe('action on a version', () => {
  it('deprecates with a message', async () => {
    const { writes } = open({ role: 'owner' })
    await fill(/What people should know/, 'Use 2.0.0.')
    await press('Deprecate')
    await waitFor(() => expect(writes()[0]?.route).toBe(updateVersion))
    expect(writes()[0]?.body).toEqual({ deprecated: true, deprecation_message: 'Use 2.0.0.' })
  })

  it('yanks with a reason, and undoes the yank', async () => {
    const yanking = open({ role: 'owner' })
    await fill('Reason (public)', 'Broken.')
    await press('Yank')
    await waitFor(() => expect(yanking.writes()[0]?.route).toBe(yankVersion))
    const back = open({ role: 'owner' }, reportOf({ yankedAt: '2026-05-02T00:00:00Z' }))
    await press('Undo the yank')
    await waitFor(() => expect(back.writes()[0]?.route).toBe(unyankVersion))
  })

  it('deletes only after the number is typed', async () => {
    const { writes } = open({ role: 'owner' })
    await press('Delete version')
    const button = () => document.querySelector<HTMLButtonElement>('dialog button[type=submit]')
    expect(button()?.disabled).toBe(true)
    await fill(/1\.2\.0/, '1.2.0')
    confirm('Delete version')
    await waitFor(() => expect(writes()[0]?.route).toBe(deleteVersion))
  })
})

describe('publish progress of a version', () => {
  it.each([
    ['turn', /starts as soon as there is a free slot/],
    ['step', /is running/],
    ['another_try', /is being retried/],
    ['moderators', /a moderator has to look at/],
    ['archive', /waits for the archive until/],
  ] as const satisfies [PublishWait, RegExp][])(
    'shows what the version waits for: %s',
    async (waits_for, text) => {
      open({ role: 'owner' }, { ...report, waits_for, until: '2026-05-01T10:00:00Z' })
      await screen.findByText(text)
    },
  )

  it.each([
    ['banned', { status: 'NodeVersionStatusBanned' }, [], /Publish a fixed one under a new number/],
    ['refused', { status: 'NodeVersionStatusPending' }, ['failed'], /The archive was rejected/],
    ['expired', { status: 'NodeVersionStatusPending' }, ['done'], /The archive did not arrive/],
  ] as const)('tells the publisher what to do: %s', async (_name, version, states, text) => {
    const timeline = states.map((state) => ({ step: 'received' as const, state, attempts: 1 }))
    open({ role: 'owner' }, reportOf(version, { waits_for: 'publisher', timeline }))
    await screen.findByText(text)
  })

  it('shows the total time once all steps are done', async () => {
    const at = (second: number) => `2026-05-01T09:00:0${second}.000Z`
    const timeline = (['announced', 'received'] as const).map((step, index) => ({
      ...{ step, state: 'done' as const, attempts: 1 },
      ...{ startedAt: at(index), finishedAt: at(index + 2) },
    }))
    open({ role: 'owner' }, { ...report, timeline })
    await screen.findByText(/It took 3.* in total/)
  })

  it('counts the attempts of a retried step', async () => {
    const timeline = [{ step: 'scanned' as const, state: 'running' as const, attempts: 3 }]
    open({ role: 'owner' }, { ...report, waits_for: 'step', timeline })
    await screen.findByText('Attempt 3')
  })

  it('shows an error when the report fails to load', async () => {
    openPage(page, {
      path: managePaths.version,
      at: '/nodes/acme-blur/manage/versions/9.9.9',
      as: { role: 'owner' },
      rules: [on(getPublishReport, refusal(404, 'version_not_found', 'No such version.'))],
    })
    await screen.findByRole('alert')
  })
})

describe('messages with the moderators', () => {
  const appeal = report.appeal

  it('are absent for a version that was never held back', async () => {
    open({ role: 'owner' }, silent)
    await screen.findByText('Publish progress')
    expect(screen.queryByText('Talk to the moderators')).toBeNull()
  })

  it('are open to the publisher while the version is held back', async () => {
    const { writes } = open({ role: 'owner' }, { ...silent, version: { ...report.version, ...flagged } })
    await fill('Message to the moderators', 'It reads a file of ours.')
    await press('Send')
    await waitFor(() =>
      expect(writes()).toMatchObject([{ route: writeAppeal, body: { text: 'It reads a file of ours.' } }]),
    )
  })

  it("close after the publisher's last allowed message", async () => {
    if (!appeal) throw new Error('the contract has no example of an appeal')
    open({ role: 'owner' }, reportOf(flagged, { appeal: { ...appeal, messagesLeft: 0 } }))
    await screen.findByText('You can write again once the moderators have answered.')
    expect(screen.queryByText('Send')).toBeNull()
  })

  it('can be answered by an admin, who decides elsewhere', async () => {
    const { writes } = open({ isAdmin: true }, reportOf(flagged))
    await fill('Answer to the publisher', 'Please remove it.')
    await press('Answer')
    await waitFor(() => expect(writes()[0]?.route).toBe(answerAppeal))
  })

  it('end when the version is decided', async () => {
    open({ role: 'owner' })
    await screen.findByText(/no longer held/)
    expect(screen.queryByText('Send')).toBeNull()
  })
})

describe('findings of a version', () => {
  it('separate blocking findings from the others', async () => {
    const [finding] = report.findings
    if (!finding) throw new Error('the contract has no example of a finding')
    open({ role: 'owner' }, { ...report, findings: [finding, { ...finding, line: 13, blocks: false }] })
    await screen.findByText('Holding the version back')
    screen.getByText('For your information')
  })

  it('show how the value gets to the place, as text and with links to the code', async () => {
    const [finding] = report.findings
    if (!finding?.path) throw new Error('the contract has no example of a path')
    const hostile = { ...finding, path: finding.path.map((step) => ({ ...step, detail: '<b>x</b>' })) }
    open({ role: 'owner' }, { ...report, findings: [hostile] })
    await screen.findByText('How the value gets here')
    const list = screen.getByRole('list', { name: 'How the value gets here' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Sourcedata from the network<b>x</b>fetch.py:4',
      'Stepa function<b>x</b>nodes.py:11',
      'Destinationcode that runs<b>x</b>nodes.py:12',
    ])
    expect(list.querySelector('b')).toBeNull()
    expect(within(list).getAllByRole('link')[0]?.getAttribute('href')).toContain('fetch.py')
  })

  it('say how many steps of a long path are left out', async () => {
    const [finding] = report.findings
    const [first, ...rest] = finding?.path ?? []
    if (!finding || !first) throw new Error('the contract has no example of a path')
    const path = [first, ...rest.map((step, i) => (i === 0 ? { ...step, left_out: 14 } : step))]
    open({ role: 'owner' }, { ...report, findings: [{ ...finding, path }] })
    await screen.findByText('14 steps left out')
  })

  it('distinguish a clean scan from a missing one', async () => {
    open({ role: 'owner' }, { ...report, findings: [] })
    await screen.findByText('The checks passed without findings.')
    open({ role: 'owner' }, { ...report, findings: [], is_read: false })
    await screen.findByText('The archive has not been read yet.')
  })
})

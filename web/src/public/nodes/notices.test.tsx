import { type InstallState, installStates } from '@nodeyard/contract/ground'
import { listReadings, type Reading } from '@nodeyard/contract/packs'
import { describe, expect, it } from 'vitest'
import { exampleOf } from '../../ground/site/registry.test-support.ts'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { nodeView } from './node-view.test-support.ts'
import { DeprecationText, HeldBackNotice, MissingProvenance, NewerHeld } from './notices.tsx'
import type { NodeView, VersionRow } from './queries.ts'
import { HealthNotice, ReadingNotice } from './reading-notice.tsx'

const heldBack = (install: NodeView['install']) => show(<HeldBackNotice install={install} />)

describe('the notice about a pack that cannot be installed', () => {
  const notices: Partial<Record<InstallState, string>> = {
    banned: 'This pack is banned and cannot be installed',
    blocked: 'An advisory blocks its versions',
    refused: 'Moderators have rejected its versions',
    under_review: 'This pack is held for review',
    cannot_load: 'The tool cannot load its versions',
    withdrawn: 'The publisher has withdrawn its versions',
    suspicious: 'Dangerous code in its repository',
    unpublished: 'This pack is not public yet: its owners can see it',
  }

  it.each(installStates)('explains the state %s, or leaves it without a notice', (state) => {
    const text = textIn(heldBack({ state }))
    const notice = notices[state]
    if (notice) expect(text).toContain(notice)
    else expect(text).toBe('')
  })

  it.each(['banned', 'cannot_load', 'withdrawn'] as const)(
    'quotes the reason in the state %s as text',
    (state) => {
      const html = heldBack({ state, reason: 'Copied <b>code</b>' })
      expect(html).toContain('<blockquote dir="auto">Copied &lt;b&gt;code&lt;/b&gt;</blockquote>')
      expect(heldBack({ state })).not.toContain('blockquote')
    },
  )

  it('leads to the advisory that blocks it', () => {
    const html = heldBack({ state: 'blocked', advisory: 'NYSA-2026-0001' })
    expect(html).toContain('href="/advisories/NYSA-2026-0001"')
  })
})

describe('the notice about a reading', () => {
  it('says since when the repository is gone, and how long its facts stay', () => {
    const [reading] = exampleOf(listReadings).readings
    const gone = { ...reading, gone_since: '2026-11-01T00:00:00Z', is_shareable: false } as Reading
    const text = textIn(show(<ReadingNotice nodeId="blur" reading={gone} />))
    expect(text).toContain('has been gone since Nov 1, 2026. These facts stay until Dec 1, 2026.')
  })
})

describe('the notice about a newer version', () => {
  const row = (version: string, status: VersionRow['status'] = 'NodeVersionStatusActive') => ({
    ...{ version, status, createdAt: '2026-05-01T00:00:00Z', deprecated: false, isYanked: false },
  })
  const latest = '1.0.0'
  const node = { id: 'blur', latest: { version: latest } }
  const about = (versions: VersionRow[]) => textIn(show(<NewerHeld node={node} versions={versions} />))

  it.each(['NodeVersionStatusPending', 'NodeVersionStatusFlagged'] as const)(
    'names a held version above the latest one: %s',
    (status) => {
      expect(about([row('9.1.0', status), row(latest)])).toContain('Version 9.1.0 is held for review')
      expect(about([row('9.1.0', status)])).toContain(`The latest listed version is ${latest}.`)
      expect(about([{ ...row('9.1.0', status), heldFor: ['names'] }, row(latest)])).toContain(
        'Held: can be mistaken for another pack or package',
      )
      expect(about([row(latest), row('0.0.1', status)])).toBe('')
    },
  )
})

describe('other notices about a pack', () => {
  it('say that nothing confirms where a version was built, if an earlier one was confirmed', () => {
    expect(show(<MissingProvenance lastSeen={undefined} />)).toBe('')
    expect(textIn(show(<MissingProvenance lastSeen="1.1.0" />))).toContain('Version 1.1.0 was published by')
  })

  it('repeat the words of the publisher about a deprecation', () => {
    expect(textIn(show(<DeprecationText message="Use fog." />))).toBe(
      'The publisher advises against using it. Use fog.',
    )
    expect(show(<DeprecationText message={undefined} />)).not.toContain('blockquote')
  })

  it('recommend the successor rather than mention an archived repository', () => {
    const about = (values: Partial<NodeView>) => show(<HealthNotice node={nodeView(values)} />)
    expect(about({})).toBe('')
    expect(textIn(about({ is_archived: true }))).toContain('Its repository is archived')
    const both = about({ is_archived: true, successor: 'fog' })
    expect(both).toContain('href="/nodes/fog"')
    expect(textIn(both)).not.toContain('archived')
  })
})

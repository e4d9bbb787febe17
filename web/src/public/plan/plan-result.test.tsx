import { type InstallationPlan, planInstallation } from '@nodeyard/contract/discovery'
import type { RequirementConflict } from '@nodeyard/contract/packs'
import { describe, expect, it } from 'vitest'
import { exampleOf } from '../../ground/site/registry.test-support.ts'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { Conflicts } from './conflicts.tsx'
import { PlanResult } from './plan-result.tsx'

const sha256 = 'a'.repeat(64)
const lock = {
  ...{ format: 'nodeyard-lock/1', created: '2026-03-01T00:00:00.000Z', registry: 'https://api.test' },
  packs: [{ folder: 'acme-blur', id: 'acme-blur', version: '1.0.0', url: 'https://api.test/a.zip', sha256 }],
  ...{ python: [], models: [] },
}
const example = exampleOf(planInstallation)
const calm = { ...example.check, verdict: 'fine' as const, conflicts: [], unknowns: [], is_exhausted: false }
const plan: InstallationPlan = {
  ...{ created: example.created, packs: [], left_out: [], check: calm, lock: JSON.stringify(lock) },
}
const shown = (part: Partial<InstallationPlan>) => textIn(show(<PlanResult plan={{ ...plan, ...part }} />))
const withCheck = (part: Partial<InstallationPlan['check']>) => shown({ check: { ...calm, ...part } })

describe('the result of a plan', () => {
  it.each([
    ['fine', 'Compared: the requirements fit together'],
    ['risky', 'You can install this, but it may not work'],
    ['conflict', 'Some of this cannot be installed together'],
    ['unknown', 'Checked in part: some data is missing'],
  ] as const)('says what the verdict %s means', (verdict, text) => {
    expect(withCheck({ verdict })).toContain(text)
  })

  it('admits that it has no index, and that the search was ended early', () => {
    const { index_read_at: _, ...withoutIndex } = calm
    expect(shown({ check: withoutIndex })).toContain('The listed requirements were compared')
    expect(withCheck({ is_exhausted: true })).toContain('some conflicts may be missing')
    expect(withCheck({})).not.toContain('some conflicts may be missing')
  })

  it('lists the packs with the reason for an older version', () => {
    const pack = { node_id: 'acme-blur', folder: 'acme-blur', version: '1.1.0', newest: '1.2.0' }
    const text = shown({ packs: [{ ...pack, chosen: 'agreeing' }] })
    expect(text).toContain('acme-blur')
    expect(text).toContain('Not the newest (1.2.0), which conflicts with other packs')
  })

  it('shows a repository with its commit, and warns of one without', () => {
    const repository = 'https://github.com/acme/fog'
    const pack = { folder: 'fog', repository, chosen: 'repository' as const }
    const text = shown({ packs: [{ ...pack, commit: '0123456789abcdef0123456789abcdef01234567' }] })
    expect(text).toContain(`${repository}@0123456789`)
    expect(text).not.toContain('not pinned')
    expect(shown({ packs: [pack] })).toContain('A commit is not given, so this is not pinned')
  })

  it('names what is not part of the plan, except repeated packs', () => {
    const text = shown({
      left_out: [
        { name: 'gone', reason: 'unknown' },
        { name: 'evil', reason: 'banned' },
        { name: 'again', reason: 'twice' },
      ],
    })
    expect(text).toContain('gone : not known here')
    expect(text).toContain('evil : banned')
    expect(text).not.toContain('again :')
    expect(shown({ left_out: [{ name: 'again', reason: 'twice' }] })).not.toContain('Not part of the plan')
  })

  it('warns of vulnerable packages, with the version that fixes them', () => {
    const advisories = [
      {
        ...{ node_id: 'acme-blur', version: '1.0.0' },
        advisories: example.advisories?.[0]?.advisories ?? [],
      },
    ]
    const [advisory] = advisories[0]?.advisories ?? []
    const text = shown({ advisories })
    expect(text).toContain('Vulnerable Python packages')
    expect(text).toContain(advisory?.id ?? 'no example')
  })

  it('explains each warning about the tool', () => {
    const pack = { node_id: 'acme-blur', version: '1.0.0' }
    const text = shown({
      warnings: [
        { ...pack, kind: 'declared_tool', declared: '<0.3' },
        { ...pack, kind: 'reported_failing' },
        { ...pack, kind: 'removed_interface', interface: 'app.graph', tool_version: '0.4.0' },
        {
          ...{ ...pack, kind: 'same_comfy_nodes', other_node_id: 'acme-fog' },
          ...{ comfy_nodes: ['Fog', 'Haze', 'Mist', 'Rain'], comfy_node_count: 57 },
        },
      ],
    })
    expect(text).toContain('made for tool &lt;0.3')
    expect(text).toContain('most users report that it fails to load')
    expect(text).toContain('uses app.graph, which tool 0.4.0 removed')
    expect(text).toContain(
      'defines the same nodes as acme-fog (Fog, Haze, Mist + 54); one replaces the other',
    )
  })

  it('lists pins and what is not known', () => {
    const text = withCheck({
      pins: [{ name: 'numpy', version: '2.1.0' }],
      unknowns: [{ reason: 'not_in_index', subject: 'fog-lib', required_by: 'acme-fog' }],
    })
    expect(text).toContain('numpy==2.1.0')
    expect(text).toContain('fog-lib ( acme-fog ): the registry does not have data about this package')
  })
})

describe('conflicts of requirements', () => {
  const conflict: RequirementConflict = {
    ...{ kind: 'solver', severity: 'breaks', subject: 'torch', steps: [], dead_ends: [] },
    parties: [
      {
        ...{ source: 'node', node_id: 'acme-blur', version: '1.0.0', agreeing_versions: ['0.9.0', '0.8.0'] },
        lines: [{ text: 'torch<2', file: 'requirements.txt', line: 3 }],
      },
      { source: 'tool', lines: [{ text: 'torch>=2' }] },
      { source: 'freeze', lines: [{ text: 'torch==2.5.0', file: 'freeze' }] },
    ],
  }
  const text = (part: Partial<RequirementConflict> = {}) =>
    textIn(show(<Conflicts conflicts={[{ ...conflict, ...part }]} />))

  it('are nothing when there are none', () => {
    expect(show(<Conflicts conflicts={[]} />)).toBe('')
  })

  it.each([
    ['direct', 'Conflicting versions of torch'],
    ['clash', 'Several packages install torch and overwrite each other'],
    ['machine', 'torch does not work on this machine'],
    ['solver', 'The requirements for torch cannot be met by one version'],
  ] as const)('of the kind %s have their own title', (kind, title) => {
    expect(text({ kind })).toContain(title)
  })

  it('name each party with its line', () => {
    expect(text()).toContain('acme-blur 1.0.0')
    expect(text()).toContain('torch&lt;2 (requirements.txt:3')
    expect(text()).toContain('The tool')
    expect(text()).toContain('Installed package')
  })

  it('offer the versions that would agree', () => {
    expect(text()).toContain('These versions work together: 0.9.0, 0.8.0')
  })

  it('show the steps that lead there, and where the search ended', () => {
    const steps = [
      { package: 'fog', lowest: '1.0', highest: '1.0', count: 1, requires: 'torch<2' },
      { package: 'mist', lowest: '1.0', highest: '1.4', count: 3, requires: 'torch>=2' },
    ]
    const shownText = text({ steps, dead_ends: [{ package: 'haze', requirement: 'haze>9', reasons: [] }] })
    expect(shownText).toMatch(/fog 1\.0 → /)
    expect(shownText).toMatch(/mist 1\.0 – 1\.4 → /)
    expect(shownText).toMatch(/The available versions do not meet haze/)
  })
})

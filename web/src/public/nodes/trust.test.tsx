// @vitest-environment happy-dom
import {
  type CommitMatch,
  getCommitMatch,
  listAttestations,
  listRequirementAdvisories,
} from '@nodeyard/contract/packs'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on } from '../../ground/site/registry.test-support.ts'
import * as page from './version-page.tsx'

const match = exampleOf(getCommitMatch)
const { attestations } = exampleOf(listAttestations)
const [signed] = attestations

function open(
  changed: CommitMatch = { state: 'none' },
  attested: (typeof attestations)[number][] = [],
  lastSeen?: string,
) {
  return openPage(page, {
    path: paths.version,
    at: '/nodes/acme-blur/versions/1.2.0',
    rules: [
      on(getCommitMatch, changed),
      on(listAttestations, { attestations: attested, ...(lastSeen ? { last_seen: lastSeen } : {}) }),
      on(listRequirementAdvisories, { advisories: [] }),
    ],
  })
}

describe('the trust section of a version', () => {
  it('is absent when nothing was claimed', async () => {
    open()
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('heading', { name: 'Trust' })).toBeNull()
  })

  it('names the files that differ from the commit, and links to their source', async () => {
    open(match)
    await screen.findByText('Some files do not match its commit')
    const link = screen.getByRole('link', { name: 'pyproject.toml' })
    expect(link.getAttribute('href')).toContain('file=pyproject.toml')
    expect(screen.queryByRole('link', { name: 'tests/test_blur.py' })).toBeNull()
  })

  it('says that every file matches, and who named the commit', async () => {
    open({ ...match, matches: true, changed: 0, files: [], named_by: 'address' })
    await screen.findByText('Every file matches its commit')
    screen.getByText('The commit is named by the publisher, and not confirmed.')
  })

  it('tells a build of the repository from one of another, and from a person', async () => {
    if (!signed) throw new Error('There is an example.')
    const { repository_url: _, ...byPerson } = { ...signed, id: 'c', identity: 'ann@example.test' }
    open(undefined, [signed, { ...signed, id: 'b', is_of_repository: false }, byPerson])
    await screen.findByText('Signed by a build of its repository')
    screen.getByText('Signed by a build of another repository')
    screen.getByText('Signed by ann@example.test')
  })

  it('warns when earlier versions were signed', async () => {
    open(undefined, [], '1.1.0')
    await screen.findByText('Not signed like earlier versions')
  })
})

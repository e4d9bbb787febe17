// @vitest-environment happy-dom

import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { claimNode, getNode } from '@nodeyard/contract/packs'
import { getPublisher, listOwnPublishers } from '@nodeyard/contract/people'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { offers, openPage, press } from '../../ground/page/page.test-support.tsx'
import { memberPaths } from '../../ground/paths/member-links.ts'
import { paths } from '../../ground/paths/paths.ts'
import {
  ada,
  exampleOf,
  on,
  type Rule,
  refusal,
  type Viewer,
} from '../../ground/site/registry.test-support.ts'
import * as choice from './choose-publisher-page.tsx'
import * as claim from './claim-page.tsx'

const node = exampleOf(getNode)
const free = { ...node, publisher: { ...node.publisher, id: unclaimedPublisherId } }
const { repository: _, ...withoutRepository } = free

describe('choice of a publisher for a claim', () => {
  const open = (as: Viewer, rules: Rule[] = [on(getNode, free)]) =>
    openPage(choice, { path: paths.claimNode, at: '/nodes/acme-blur/claim', as, rules })

  it('is skipped with a single publisher', async () => {
    open({ role: 'owner' })
    expect((await screen.findByRole<HTMLInputElement>('radio')).checked).toBe(true)
    await press('Continue')
    await screen.findByText('At /publishers/acme/claim-my-node?nodeId=acme-blur')
  })

  it('excludes members', async () => {
    open({ role: 'member' })
    await screen.findByText(/You need to be an owner to claim for this publisher/)
    expect(screen.getByRole<HTMLInputElement>('radio').disabled).toBe(true)
  })

  it('requires a publisher first', async () => {
    open({})
    await screen.findByText(/you have none yet/)
  })

  it('ends when the node has an owner', async () => {
    open({ role: 'owner' }, [on(getNode, node)])
    await screen.findByText(/This pack already has an owner/)
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('shows an error when the publishers fail to load', async () => {
    open({}, [on(getNode, free), on(listOwnPublishers, refusal(404, 'not_found'))])
    await screen.findByRole('alert')
  })
})

const address = '/publishers/acme/claim-my-node?nodeId=acme-blur'
const openClaim = (as: Viewer, rules: Rule[] = [on(getNode, free)], at = address) =>
  openPage(claim, { path: memberPaths.claimMyNode, at, as, rules })
/** Returns from the code host with a result. */
const openBack = (
  hash: string,
  rules: Rule[],
  sent = { uid: ada.id, nodeId: 'acme-blur', publisherId: 'acme' },
) => {
  location.hash = hash
  const opened = openClaim({ role: 'owner' }, rules)
  sessionStorage.setItem('nodeyard-claim', JSON.stringify(sent))
  return opened
}
afterEach(() => {
  location.hash = ''
})

describe('claim', () => {
  it('starts at the code host', async () => {
    openClaim({ role: 'owner' })
    await screen.findByText('Continue at github.com')
  })

  it('requires an owner', async () => {
    openClaim({ role: 'member' })
    await screen.findByText('You need to be an owner to claim for this publisher')
    expect(screen.queryByText('Continue at github.com')).toBeNull()
  })

  it.each([
    ['without a repository', withoutRepository, /does not name a repository, so ownership/],
    ['with one elsewhere', { ...free, repository: 'https://code.test/acme/blur' }, /is not at github\.com/],
  ])('is impossible for a node %s', async (_name, node, text) => {
    openClaim({ role: 'owner' }, [on(getNode, node)])
    await screen.findByText(text)
    expect(offers().some((one) => one.startsWith('Continue'))).toBe(false)
  })

  it('shows no node when the address has none', async () => {
    openClaim({ role: 'owner' }, [], '/publishers/acme/claim-my-node')
    await screen.findByText('This link does not name a pack to claim.')
  })

  it('fails for a node of another publisher', async () => {
    const publisher = exampleOf(getPublisher)
    openClaim({ role: 'owner' }, [on(getNode, { ...node, publisher: { ...publisher, id: 'birch' } })])
    await screen.findByText(/This pack already has an owner/)
  })

  it('proves the repository of an own node', async () => {
    openClaim({ role: 'owner' }, [on(getNode, node)])
    await screen.findByText(/proves here that it controls the repository/)
  })
})

describe('return from the code host', () => {
  it('completes with one press after a confirmation', async () => {
    const { writes } = openBack('#token=gho&login=ada', [on(getNode, free)])
    await screen.findByText('ada administers the repository. You can continue.')
    expect(location.hash).toBe('')
    await press('Claim pack')
    await screen.findByText('acme-blur now belongs to acme.')
    expect(writes()).toMatchObject([{ route: claimNode, body: { GH_TOKEN: 'gho' } }])
  })

  it('can restart after a refusal by the registry', async () => {
    openBack('#token=gho&login=ada', [
      on(getNode, free),
      on(claimNode, refusal(403, 'not_repository_admin', 'No.')),
    ])
    await press('Claim pack')
    await press('Log in there again')
    await screen.findByText(/Continue at github\.com|Try again at github\.com/)
  })

  it('shows that the user declined', async () => {
    openBack('#error=access_denied', [on(getNode, free)])
    await screen.findByText('Try again at github.com')
  })

  it('ignores the result of another claim', async () => {
    openBack('#token=gho&login=ada', [on(getNode, free)], {
      uid: 'eve',
      nodeId: 'acme-blur',
      publisherId: 'acme',
    })
    await screen.findByText(/belongs to another claim/)
    await waitFor(() => expect(screen.queryByText('Claim pack')).toBeNull())
  })
})

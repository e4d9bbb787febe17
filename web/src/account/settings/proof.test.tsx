// @vitest-environment happy-dom

import { getIdentityConfig } from '@nodeyard/contract/people'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { SecondFactorNeeded, type SignedInUser } from '../../ground/identity/identity.ts'
import { confirm, fill, press } from '../../ground/page/page.test-support.tsx'
import { exampleOf } from '../../ground/site/registry.test-support.ts'
import { english } from '../../ground/site/site.test-support.tsx'
import { fakeIdentity, openWith, refuse } from '../sign-in/identity.test-support.tsx'
import { ProofProvider } from './proof.tsx'
import { useChange } from './use-change.ts'

const t = english('account')
const auth = english('auth')

afterEach(cleanup)

const provider = (providerId: string) => ({ providerId }) as SignedInUser['providerData'][number]

/** A change that the service refuses until the user has signed in again. */
function Change() {
  const { change, problem, isRunning } = useChange()
  return (
    <>
      <button type="button" onClick={() => void change(({ account }) => account.delete(false), 'Deleted')}>
        Delete
      </button>
      <output>{isRunning ? 'running' : problem === undefined ? 'idle' : 'failed'}</output>
    </>
  )
}

function open(providers: string[], responses: Parameters<typeof fakeIdentity>[0] = {}) {
  let isProved = false
  const prove = () => {
    isProved = true
  }
  const fake = fakeIdentity({
    'account.delete': () => {
      if (!isProved) refuse('requires-recent-login')()
    },
    'account.proveByPassword': prove,
    'account.proveByPopup': prove,
    ...responses,
  })
  const user = { providerData: providers.map(provider) }
  const config = exampleOf(getIdentityConfig)
  openWith(
    <ProofProvider user={{ ...user, email: 'ada@example.test' } as SignedInUser} config={config}>
      <Change />
    </ProofProvider>,
    { identity: fake.identity, user },
  )
  return fake
}

const state = () => document.querySelector('output')?.textContent

describe('change that needs a recent sign-in', () => {
  it('runs again after the password', async () => {
    const { calls } = open(['password'])
    await press('Delete')
    await fill(t('current_password'), 'right horse')
    await press(t('prove_action'))
    await screen.findByText('Deleted')
    expect(calls).toEqual([
      ['account.delete', false],
      ['account.proveByPassword', 'right horse'],
      ['account.delete', false],
    ])
    expect(screen.queryByText(t('prove_title'))).toBeNull()
  })

  it('asks again after a wrong password', async () => {
    const { named } = open(['password'], { 'account.proveByPassword': refuse('wrong-password') })
    await press('Delete')
    await fill(t('current_password'), 'wrong')
    await press(t('prove_action'))
    await screen.findByText(auth('problem_wrong_password'))
    expect(named('account.delete')).toHaveLength(1)
    expect(state()).toBe('running')
  })

  it('runs again after a sign-in by popup', async () => {
    const { named } = open(['github.com'])
    await press('Delete')
    await press(new RegExp(t('prove_with', { name: 'GitHub' }).replace(/[\u2068\u2069]/g, '.?')))
    await screen.findByText('Deleted')
    expect(named('account.proveByPopup')).toEqual([['github.com']])
  })

  it('offers only the methods of the user', async () => {
    open(['github.com'])
    await press('Delete')
    await screen.findByText(t('prove_title'))
    expect(screen.queryByLabelText(t('current_password'))).toBeNull()
    expect(screen.queryByText(t('prove_with', { name: 'Google' }))).toBeNull()
  })

  it('explains how to proceed for users without such a method', async () => {
    open(['phone'])
    await press('Delete')
    await screen.findByText(t('prove_by_login'))
  })

  it('asks for the second factor as well', async () => {
    const finish = async () => {}
    const needed = new SecondFactorNeeded([{ id: 'a', kind: 'totp', name: '' }], async () => ({ finish }))
    open(['password'], {
      'account.proveByPassword': () => {
        throw needed
      },
    })
    await press('Delete')
    await fill(t('current_password'), 'right horse')
    await press(t('prove_action'))
    await screen.findByLabelText(auth('code'))
  })

  it('does not run after a cancel, and says what it needs', async () => {
    const { named } = open(['password'])
    await press('Delete')
    await screen.findByText(t('prove_title'))
    confirm(t('cancel'))
    await waitFor(() => expect(screen.queryByText(t('prove_title'))).toBeNull())
    await waitFor(() => expect(state()).toBe('failed'))
    expect(named('account.delete')).toHaveLength(1)
  })

  it('fails at once with another error', async () => {
    open(['password'], { 'account.delete': refuse('last-admin') })
    await press('Delete')
    await waitFor(() => expect(state()).toBe('failed'))
    expect(screen.queryByText(t('prove_title'))).toBeNull()
  })
})

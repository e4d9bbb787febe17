// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasDrafts } from '../../ground/forms/draft-store.ts'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { type SessionState, serverSession } from '../../ground/session/session.ts'
import { testSite } from '../../ground/site/site.test-support.tsx'
import { SiteContext } from '../../ground/site/site.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const state: SessionState = { state: 'signed-in', user: { uid: 'ada' } as SignedInUser }
const site = { ...testSite(), session: { ...serverSession, current: () => state } }

/** Renders the confirmation of a ban. */
function ask(onConfirm: (reason: string) => Promise<void>, initial?: string) {
  render(
    <SiteContext value={site}>
      <ConfirmDialog
        title="Ban blur"
        lead="Nobody can install it."
        things={[]}
        reason={{ key: 'ban:blur', ...(initial ? { initial } : {}) }}
        action="Ban"
        onConfirm={onConfirm}
        onClose={() => {}}
      />
    </SiteContext>,
  )
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Reason')
const write = (reason: string) => fireEvent.change(field(), { target: { value: reason } })
const press = () => fireEvent.click(screen.getByText('Ban'))

describe('ConfirmDialog', () => {
  it('restores the reason after a reload and says so', () => {
    ask(async () => {})
    write('Mines coins.')
    cleanup()
    ask(async () => {})
    expect(field().value).toBe('Mines coins.')
    screen.getByText('Your unsaved changes are still here.')
    fireEvent.click(screen.getByText('Start over'))
    expect(field().value).toBe('')
  })

  it('keeps the reason when the request fails, also through a new sign-in', async () => {
    ask(() => Promise.reject(new Error('Your session is over.')))
    write('Mines coins.')
    press()
    await screen.findByText(/Your session is over\./)
    expect(field().value).toBe('Mines coins.')
    cleanup()
    ask(async () => {})
    expect(field().value).toBe('Mines coins.')
  })

  it('clears the draft after success and shows the default reason again', async () => {
    const reasons: string[] = []
    ask(async (reason) => void reasons.push(reason), 'Breaks the rules.')
    write('Mines coins.')
    press()
    await waitFor(() => expect(hasDrafts('ada')).toBe(false))
    expect(reasons).toEqual(['Mines coins.'])
    cleanup()
    ask(async () => {}, 'Breaks the rules.')
    expect(field().value).toBe('Breaks the rules.')
  })

  it('requires a reason', () => {
    ask(() => Promise.reject(new Error('It was begun.')))
    press()
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByText(/It was begun/)).toBeNull()
  })
})

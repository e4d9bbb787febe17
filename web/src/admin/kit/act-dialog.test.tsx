// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasDrafts } from '../../ground/forms/draft-store.ts'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { type SessionState, serverSession } from '../../ground/session/session.ts'
import { testSite } from '../../ground/site/site.test-support.tsx'
import { SiteContext } from '../../ground/site/site.ts'
import { ActDialog } from './act-dialog.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const state: SessionState = { state: 'signed-in', user: { uid: 'ada' } as SignedInUser }
const site = { ...testSite(), session: { ...serverSession, current: () => state } }

/** The question before a ban. */
function ask(onAct: (reason: string) => Promise<void>, initial?: string) {
  render(
    <SiteContext value={site}>
      <ActDialog
        title="Ban blur"
        lead="Nobody can install it."
        things={[]}
        reason={{ key: 'ban:blur', ...(initial ? { initial } : {}) }}
        action="Ban"
        onAct={onAct}
        onClose={() => {}}
      />
    </SiteContext>,
  )
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Reason')
const write = (reason: string) => fireEvent.change(field(), { target: { value: reason } })
const press = () => fireEvent.click(screen.getByText('Ban'))

test('a reason is there again after the page was left, and says where it comes from', () => {
  ask(async () => {})
  write('Mines coins.')
  cleanup()
  ask(async () => {})
  expect(field().value).toBe('Mines coins.')
  screen.getByText('Your unsaved changes are still here.')
  fireEvent.click(screen.getByText('Start over'))
  expect(field().value).toBe('')
})

test('a reason stays when the act is refused, also over the sign-in that it asks for', async () => {
  ask(() => Promise.reject(new Error('Your session has ended.')))
  write('Mines coins.')
  press()
  await screen.findByText(/Your session has ended\./)
  expect(field().value).toBe('Mines coins.')
  cleanup()
  ask(async () => {})
  expect(field().value).toBe('Mines coins.')
})

test('after the act nothing is kept, and the usual reason stands there again', async () => {
  const given: string[] = []
  ask(async (reason) => void given.push(reason), 'Breaks the rules.')
  write('Mines coins.')
  press()
  await waitFor(() => expect(hasDrafts('ada')).toBe(false))
  expect(given).toEqual(['Mines coins.'])
  cleanup()
  ask(async () => {}, 'Breaks the rules.')
  expect(field().value).toBe('Breaks the rules.')
})

test('an act without a reason is not begun, and says what is missing', () => {
  ask(() => Promise.reject(new Error('It was begun.')))
  press()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText(/It was begun/)).toBeNull()
})

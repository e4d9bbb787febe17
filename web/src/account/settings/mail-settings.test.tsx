// @vitest-environment happy-dom
import { registryAt } from '@nodeyard/contract/ground'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { type SessionState, serverSession } from '../../ground/session/session.ts'
import { testSite } from '../../ground/site/site.test-support.tsx'
import { SiteContext } from '../../ground/site/site.ts'
import { MailSettings } from './mail-settings.tsx'

afterEach(cleanup)

const state: SessionState = { state: 'signed-in', user: { uid: 'ada' } as SignedInUser }

/** Renders the settings of a signed-in user; the test answers each change. */
async function open() {
  const changes: { body: object; answer: (response: Response) => void }[] = []
  const stored = { muted: [] as string[], sendsMail: true }
  const registry = registryAt('https://api.test', async (address, init) => {
    if (String(address).endsWith('/users')) return Response.json({ id: '1', isAdmin: false, isBanned: false })
    if (init?.method !== 'PUT') return Response.json(stored)
    const body = JSON.parse(String(init.body))
    return new Promise<Response>((answer) => changes.push({ body, answer }))
  })
  const site = { ...testSite(), session: { ...serverSession, current: () => state }, registry }
  render(
    <SiteContext value={site}>
      <QueryClientProvider client={site.queries}>
        <MailSettings />
      </QueryClientProvider>
    </SiteContext>,
  )
  await screen.findByLabelText(/^Releases/)
  await waitFor(() => expect(box('Releases').disabled).toBe(false))
  return { changes, stored }
}

const box = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`))

describe('mail settings', () => {
  it('show a change at once', async () => {
    await open()
    fireEvent.click(box('Releases'))
    expect(box('Releases').checked).toBe(false)
    fireEvent.change(screen.getByLabelText('Email language'), { target: { value: 'ar' } })
    expect(screen.getByLabelText<HTMLSelectElement>('Email language').value).toBe('ar')
  })

  it('send both of two quick changes', async () => {
    const { changes, stored } = await open()
    fireEvent.click(box('Releases'))
    fireEvent.click(box('Review'))
    await waitFor(() => expect(changes).toHaveLength(1))
    changes[0]?.answer(Response.json({ ...stored, muted: ['releases'] }))
    await waitFor(() => expect(changes).toHaveLength(2))
    expect(changes[1]?.body).toEqual({ muted: ['releases', 'review'] })
    expect([box('Releases').checked, box('Review').checked]).toEqual([false, false])
  })

  it('revert a refused change and show why', async () => {
    const { changes } = await open()
    fireEvent.click(box('Releases'))
    await waitFor(() => expect(changes).toHaveLength(1))
    changes[0]?.answer(Response.json({ error: 'banned', message: 'You are banned.' }, { status: 403 }))
    await screen.findByRole('alert')
    expect(box('Releases').checked).toBe(true)
  })
})

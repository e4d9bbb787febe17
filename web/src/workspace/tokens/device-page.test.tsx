// @vitest-environment happy-dom
import { approveDeviceLogin, denyDeviceLogin, getDeviceLogin } from '@nodeyard/contract/device-login'
import { listOwnPublishers } from '@nodeyard/contract/users'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fill, openPage, press } from '../../ground/page/page.test-support.tsx'
import { memberPaths } from '../../ground/paths/member-links.ts'
import { exampleOf, on, type Rule, refusal, type Viewer } from '../../ground/site/registry.test-support.ts'
import * as page from './device-page.tsx'

const withCode = `${memberPaths.device}?code=WDJB-MJHT`
const open = (at: string, rules: Rule[] = [], as: Viewer = { role: 'owner' }) =>
  openPage(page, { path: memberPaths.device, at, as, rules })

describe('the sign-in of a program', () => {
  it('asks for the code, and shows which program asks', async () => {
    open(memberPaths.device)
    await fill('Code', 'wdjb-mjht')
    await press('Continue')
    await screen.findByText('nodeyard, maya@studio asks for a token')
  })

  it('is approved for a publisher and a time', async () => {
    const { writes } = open(withCode)
    await press('Approve')
    await screen.findByText('Approved. You can return to your terminal.')
    const [write] = writes()
    expect(write?.route).toBe(approveDeviceLogin)
    expect(write).toMatchObject({
      path: '/device-logins/WDJB-MJHT/approve',
      body: { publisher_id: 'acme', expires_in_days: 90 },
    })
  })

  it('is denied', async () => {
    const { writes } = open(withCode)
    await press('Deny')
    await screen.findByText('Denied. The program gets no token.')
    await waitFor(() => expect(writes().map(({ route }) => route)).toEqual([denyDeviceLogin]))
  })

  it('offers members no approval', async () => {
    open(withCode, [], { role: 'member' })
    await screen.findByText('Only owners of this publisher can approve.')
    expect(screen.queryByText('Approve')).toBeNull()
  })

  it('lets users without a publisher create one', async () => {
    open(withCode, [on(listOwnPublishers, [])], {})
    await screen.findByText(/Create one first/)
  })

  it('explains an unknown code, and takes another', async () => {
    let isKnown = false
    open(withCode, [
      on(getDeviceLogin, () => (isKnown ? exampleOf(getDeviceLogin) : refusal(404, 'device_login_unknown'))),
    ])
    await screen.findByRole('alert')
    await screen.findByText(/^No program is waiting with this code/)
    isKnown = true
    await fill('Code', 'bcdf ghjk')
    await press('Continue')
    await screen.findByText(/it shows the code BCDF-GHJK/)
  })
})

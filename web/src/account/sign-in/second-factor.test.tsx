// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Factor, IdentityProblem, SecondFactorNeeded } from '../../ground/identity/identity.ts'
import { english, testSite, withSite } from '../../ground/site/site.test-support.tsx'
import { SecondFactor } from './second-factor.tsx'

afterEach(cleanup)

const t = english('auth')
const app: Factor = { id: 'app', kind: 'totp', name: '' }
const phone: Factor = { id: 'phone', kind: 'phone', name: '+•••••••••23' }

function open(factors: Factor[], start = async (_factor: Factor) => ({ finish: async () => {} })) {
  const started: string[] = []
  const onDone = vi.fn()
  const onCancel = vi.fn()
  const needed = new SecondFactorNeeded(factors, (factor) => {
    started.push(factor.id)
    return start(factor)
  })
  render(withSite(testSite(), <SecondFactor needed={needed} onDone={onDone} onCancel={onCancel} />))
  return { started, onDone, onCancel }
}

const enterCode = async () => {
  const field = await screen.findByLabelText<HTMLInputElement>(t('code'))
  fireEvent.change(field, { target: { value: '123456' } })
  fireEvent.submit(field.form as HTMLFormElement)
}

describe('SecondFactor', () => {
  it('asks for the code of the only factor at once', async () => {
    const { started, onDone } = open([app])
    await screen.findByText(t('code_from_app'))
    expect(started).toEqual(['app'])
    await enterCode()
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  })

  it('says where it sent the code', async () => {
    open([phone])
    await screen.findByText(t('code_by_phone', { number: phone.name }))
  })

  it('sends no code before the user chooses among several factors', async () => {
    const { started } = open([app, phone])
    screen.getByText(t('authenticator_app'))
    expect(started).toEqual([])
    fireEvent.click(screen.getByText(phone.name))
    await screen.findByLabelText(t('code'))
    expect(started).toEqual(['phone'])
  })

  it('returns from the code to the choice, and from there to the sign-in', async () => {
    const { onCancel } = open([app, phone])
    fireEvent.click(screen.getByText(phone.name))
    await screen.findByLabelText(t('code'))
    fireEvent.click(screen.getByText(t('back')))
    await screen.findByText(t('authenticator_app'))
    expect(onCancel).not.toHaveBeenCalled()
    fireEvent.click(screen.getByText(t('back')))
    expect(onCancel).toHaveBeenCalledOnce()
  })

  it('returns from the code of the only factor to the sign-in', async () => {
    const { onCancel } = open([app])
    await screen.findByLabelText(t('code'))
    fireEvent.click(screen.getByText(t('back')))
    expect(onCancel).toHaveBeenCalledOnce()
  })

  it('shows why no code could be sent', async () => {
    const { onCancel } = open([phone], () => Promise.reject(new IdentityProblem('quota-exceeded', 'no')))
    await screen.findByText(t('problem_too_many'))
    expect(screen.queryByLabelText(t('code'))).toBeNull()
    fireEvent.click(screen.getByText(t('back')))
    expect(onCancel).toHaveBeenCalledOnce()
  })

  it('ignores the code of a factor that the user left', async () => {
    const slow = Promise.withResolvers<{ finish(): Promise<void> }>()
    open([app, phone], (factor) =>
      factor.id === 'phone' ? slow.promise : Promise.resolve({ finish: async () => {} }),
    )
    fireEvent.click(screen.getByText(phone.name))
    screen.getByText(t('sending_code'))
    slow.reject(new IdentityProblem('quota-exceeded', 'no'))
    await screen.findByText(t('problem_too_many'))
  })
})

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { IdentityProblem } from '../../ground/identity/identity.ts'
import { english, testSite, withSite } from '../../ground/site/site.test-support.tsx'
import { CodeForm } from './code-form.tsx'

afterEach(cleanup)

const t = english('auth')

function open(finish: (code: string) => Promise<void>) {
  const onDone = vi.fn()
  const onCancel = vi.fn()
  const form = (
    <CodeForm
      hint="From your phone"
      action="Confirm"
      entry={{ finish }}
      onDone={onDone}
      onCancel={onCancel}
    />
  )
  render(withSite(testSite(), form))
  return { onDone, onCancel }
}

const field = () => screen.getByLabelText<HTMLInputElement>(t('code'))
const enter = (code: string) => {
  fireEvent.change(field(), { target: { value: code } })
  fireEvent.submit(field().form as HTMLFormElement)
}

describe('CodeForm', () => {
  it.each(['123456', '123 456', ' 123-456 '])('sends the digits of %j', async (typed) => {
    const codes: string[] = []
    const { onDone } = open(async (code) => void codes.push(code))
    enter(typed)
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(codes).toEqual(['123456'])
  })

  it('clears a wrong code and says why', async () => {
    const { onDone } = open(() => Promise.reject(new IdentityProblem('invalid-verification-code', 'no')))
    enter('123456')
    await screen.findByText(t('problem_code'))
    expect(field().value).toBe('')
    expect(onDone).not.toHaveBeenCalled()
  })

  it('hides the error during the next attempt', async () => {
    const second = Promise.withResolvers<void>()
    const finish = vi.fn<(code: string) => Promise<void>>()
    finish
      .mockRejectedValueOnce(new IdentityProblem('code-expired', 'no'))
      .mockReturnValueOnce(second.promise)
    const { onDone } = open(finish)
    enter('111111')
    await screen.findByRole('alert')
    enter('222222')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    second.resolve()
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  })

  it('is disabled while it checks a code', async () => {
    const pending = Promise.withResolvers<void>()
    open(() => pending.promise)
    enter('123456')
    await waitFor(() => expect(screen.getByText<HTMLButtonElement>('Confirm').disabled).toBe(true))
    pending.resolve()
    await waitFor(() => expect(screen.getByText<HTMLButtonElement>('Confirm').disabled).toBe(false))
  })

  it('goes back without a code', () => {
    const { onCancel } = open(async () => {})
    fireEvent.click(screen.getByText(t('back')))
    expect(onCancel).toHaveBeenCalledOnce()
  })

  it('asks phones for digits and lets them fill in the code', () => {
    open(async () => {})
    expect(field().inputMode).toBe('numeric')
    expect(field().getAttribute('autocomplete')).toBe('one-time-code')
    screen.getByText('From your phone')
  })
})

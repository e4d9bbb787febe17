import { locales, RegistryRefusal } from '@nodeyard/contract/ground'
import { describe, expect, it } from 'vitest'
import { english, show, textIn, textsOf } from '../site/site.test-support.tsx'
import { LoadProblem } from './load-problem.tsx'
import { refusalDetails, refusalText } from './refusal.ts'
import { RefusalNote } from './refusal-note.tsx'

const t = english('forms')
const refusal = (status: number, error: string, message = 'Words of the API.') =>
  new RegistryRefusal(status, { error, message })

describe('refusalText', () => {
  it.each([
    [401, 'invalid_credential', 'refusal_session_over'],
    [401, 'missing_credential', 'refusal_session_over'],
    [403, 'user_banned', 'refusal_user_banned'],
    [403, 'email_not_verified', 'refusal_email_not_verified'],
    [429, 'too_many_requests', 'refusal_too_many_requests'],
    [409, 'last_owner', 'refusal_last_owner'],
    [404, 'invitation_not_found', 'refusal_invitation_not_found'],
    [503, 'unavailable', 'refusal_unavailable'],
    [500, 'internal_error', 'refusal_internal'],
  ] as const)('explains status %i with the code %s', (status, code, key) => {
    expect(refusalText(t, refusal(status, code))).toBe(t(key))
  })

  it('uses the message of the API for other codes', () => {
    expect(refusalText(t, refusal(409, 'brand_new'))).toBe('Words of the API.')
  })

  it('has a sentence for an unknown code without a message', () => {
    expect(refusalText(t, refusal(409, 'brand_new', ''))).toBe(t('refusal_internal'))
  })

  it('hides the message of a failing server', () => {
    expect(refusalText(t, refusal(502, 'bad_gateway', 'upstream 10.0.0.7'))).toBe(t('refusal_unavailable'))
  })

  it('blames the connection when the server is unreachable', () => {
    expect(refusalText(t, new TypeError('Failed to fetch'))).toBe(t('refusal_network'))
  })

  it('hides the message of a bug', () => {
    expect(refusalText(t, new Error('x is undefined'))).toBe(t('refusal_internal'))
    expect(refusalText(t, 'thrown text')).toBe(t('refusal_internal'))
  })

  it('does not mistake properties of objects for codes', () => {
    for (const code of ['toString', '__proto__', 'constructor'])
      expect(refusalText(t, refusal(409, code))).toBe('Words of the API.')
  })

  it.each(locales)('has its own text for a banned user in %s', (locale) => {
    const text = refusalText(textsOf(locale).of('forms'), refusal(403, 'user_banned'))
    expect(text).not.toBe('Words of the API.')
    expect(text.length).toBeGreaterThan(8)
  })
})

describe('RefusalNote', () => {
  const detailed = new RegistryRefusal(400, {
    error: 'invalid_request',
    message: 'Bad Request',
    details: ['name: at most 100 characters', 'id: required'],
  })

  it('lists the details of the API', () => {
    expect(refusalDetails(detailed)).toEqual(['name: at most 100 characters', 'id: required'])
    const text = textIn(show(<RefusalNote problem={detailed} />))
    expect(text).toContain('name: at most 100 characters')
    expect(text).toContain('id: required')
  })

  it('has no details for other errors', () => {
    expect(refusalDetails(new Error('no'))).toEqual([])
  })

  it('renders nothing without a problem', () => {
    expect(show(<RefusalNote problem={undefined} />)).toBe('')
  })

  it('renders an alert for an empty problem', () => {
    expect(show(<RefusalNote problem={null} />)).toContain('role="alert"')
  })

  it('offers a retry in place of content', () => {
    const text = textIn(show(<LoadProblem problem={refusal(503, 'unavailable')} retry={() => {}} />))
    expect(text).toContain(t('refusal_unavailable'))
    expect(text).toContain(t('try_again'))
  })
})

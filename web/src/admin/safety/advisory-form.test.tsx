// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Call, siteOf, withSite } from '../../ground/site/site.test-support.tsx'
import { AdvisoryForm } from './advisory-form.tsx'

afterEach(cleanup)

describe('advisory form', () => {
  it('requires a title before it requests a preview', async () => {
    const asked: string[] = []
    const answer = ({ method, path }: Call) => {
      if (method === 'POST') asked.push(path)
      return path.endsWith('/users') ? { id: '1', name: 'Ada', isAdmin: true, isBanned: false } : {}
    }
    render(withSite(siteOf('ada', answer), <AdvisoryForm nodeId="blur" onClose={() => {}} />))
    fireEvent.click(await screen.findByText('Preview affected versions'))
    await screen.findByText('Enter a title.')
    expect(asked).toEqual([])
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Steals keys' } })
    expect(screen.queryByText('Enter a title.')).toBeNull()
  })
})

// @vitest-environment happy-dom
import type { Node } from '@nodeyard/contract/packs'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { siteOf, withSite } from '../../ground/site/site.test-support.tsx'
import { PreemptedNamesDialog } from './node-values.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('preempted names dialog', () => {
  it('saves a typed name together with the added ones', async () => {
    const saved = vi.fn()
    const site = siteOf('ada', ({ method, body }) => {
      if (method === 'PUT') saved(body)
    })
    const node = { id: 'blur', publisher: { id: 'acme' }, preempted_comfy_node_names: ['Blur'] }
    const onClose = vi.fn()
    render(withSite(site, <PreemptedNamesDialog node={node as unknown as Node} onClose={onClose} />))
    const save = () => screen.getByText<HTMLButtonElement>('Save')
    expect(save().disabled).toBe(true)
    fireEvent.change(screen.getByLabelText('Add a name'), { target: { value: 'Sharpen ' } })
    fireEvent.click(save())
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(saved.mock.calls).toEqual([[{ preempted_comfy_node_names: ['Blur', 'Sharpen'] }]])
  })
})

// @vitest-environment happy-dom
import { createReplacement, deleteReplacement, listAllReplacements } from '@nodeyard/contract/packs'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, openPage, press, rowsOf } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on } from '../../ground/site/registry.test-support.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import { mappingOf } from './replacement-dialog.tsx'
import * as page from './replacements-page.tsx'

const open = (search = '') =>
  openPage(page, {
    path: adminPaths.replacements,
    at: adminPaths.replacements + search,
    as: { isAdmin: true },
    rules: [on(createReplacement, exampleOf(createReplacement))],
  })

describe('the page of renamed nodes', () => {
  it('shows proposals, and confirms one', async () => {
    const { reads, writes } = open('?status=proposed')
    const [row] = await rowsOf('Renamed nodes')
    expect(row?.textContent).toMatch(/AcmeBlurOld.*→ AcmeBlur.*acme-blur.*Proposed.*inferred from two/)
    expect(reads(listAllReplacements)[0]?.query).toMatchObject({ status: 'proposed' })
    await press('Confirm: AcmeBlurOld → AcmeBlur')
    await confirm('Confirm')
    await waitFor(() =>
      expect(writes().find(({ route }) => route === createReplacement)?.body).toEqual({
        ...{ old_node_id: 'AcmeBlurOld', new_node_id: 'AcmeBlur', provider_id: 'acme-blur' },
      }),
    )
  })

  it('names a successor with renamed inputs', async () => {
    const { writes } = open()
    await press('Name a successor')
    await fill('Old node name', 'LostBlur')
    await fill('New node name', 'AcmeBlur')
    await fill('Renamed inputs', 'picture=image, broken')
    await press('Save')
    await waitFor(() =>
      expect(writes().find(({ route }) => route === createReplacement)?.body).toEqual({
        ...{ old_node_id: 'LostBlur', new_node_id: 'AcmeBlur' },
        input_mapping: [{ old_id: 'picture', new_id: 'image' }],
      }),
    )
  })

  it('deletes one', async () => {
    const { writes } = open()
    await press('Delete: AcmeBlurOld → AcmeBlur')
    await confirm('Delete')
    await waitFor(() => expect(writes().map(({ route }) => route)).toContain(deleteReplacement))
    await screen.findByText('AcmeBlurOld → AcmeBlur deleted.')
  })

  it('reads names before and after an equals sign only', () => {
    expect(mappingOf('a=b,c=,=d,e, f = g ')).toEqual([
      { old_id: 'a', new_id: 'b' },
      { old_id: 'f', new_id: 'g' },
    ])
  })
})

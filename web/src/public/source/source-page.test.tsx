// @vitest-environment happy-dom
import { getNode, getNodeVersion } from '@nodeyard/contract/packs'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { offers, openPage, press } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import * as page from './source-page.tsx'

const version = exampleOf(getNodeVersion)
const { size: _, ...withoutArchive } = version
const open = (rules: Rule[] = [], search = '') =>
  openPage(page, { path: paths.source, at: `/nodes/acme-blur/versions/1.2.0/source${search}`, rules })

describe('source page of a version', () => {
  it('explains that the archive has not arrived', async () => {
    open([on(getNodeVersion, withoutArchive)])
    await screen.findByText('The archive has not arrived yet')
    expect(screen.queryByText('Try again')).toBeNull()
  })

  it('offers a retry when the archive fails to load', async () => {
    open()
    await screen.findByText('The archive could not be read')
    await press('Try again')
    await screen.findByText('The archive could not be read')
  })

  it('explains that only editors read the files of a held version', async () => {
    open([on(getNodeVersion, { ...version, status: 'NodeVersionStatusFlagged' })])
    await screen.findByText(/only its publisher and moderators can read the files/)
    expect(screen.queryByText('Try again')).toBeNull()
  })

  it('warns that the version is banned', async () => {
    open([on(getNodeVersion, { ...version, status: 'NodeVersionStatusBanned' })])
    await screen.findByText('This version is banned and cannot be installed')
  })

  it('links back to the version', async () => {
    open()
    await screen.findByText('Source of Acme Blur 1.2.0')
    expect(offers()).toContain('About version 1.2.0')
  })

  it.each([
    ['node', getNode],
    ['version', getNodeVersion],
  ] as const)('shows an error page when the %s does not exist', async (_name, route) => {
    open([on(route, refusal(404, 'node_not_found'))])
    await screen.findByText('Error 404')
  })
})

import { type InstallState, installStates } from '@nodeyard/contract/ground'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { show, testSite, textIn, withSite } from '../../ground/site/site.test-support.tsx'
import { InstallBox } from './install-box.tsx'
import { nodeView } from './node-view.test-support.ts'
import { HeldBackNotice } from './notices.tsx'
import type { VersionView } from './queries.ts'

const clone = 'https://code.test/acme/blur'
const reason = 'It crashes on small pictures.'
const viewIn = (state: InstallState) =>
  nodeView({ repository: clone, install: { state, clone, reason, advisory: 'NYSA-2026-0001' } })

const version = (status: VersionView['status'] = 'NodeVersionStatusActive'): VersionView => ({
  version: '1.0.0',
  createdAt: '2026-03-04T05:06:07Z',
  changelog: '',
  dependencies: [],
  deprecated: false,
  downloadUrl: 'https://api.test/nodes/blur/versions/1.0.0/node.zip',
  status,
  comfy_node_extract_status: 'success',
  supported_os: [],
  supported_accelerators: [],
})

/** The notice at the top of the page for each state, if any. */
const notices: Record<InstallState, string> = {
  installable: '',
  deprecated: '',
  unclaimed: '',
  no_version: '',
  unpublished: 'This pack is not public yet: its owners can see it',
  under_review: 'This pack is held for review',
  withdrawn: `The publisher has withdrawn its versions ${reason}`,
  cannot_load: `The tool cannot load its versions ${reason}`,
  refused: 'Moderators have rejected its versions',
  blocked: 'An advisory blocks its versions',
  suspicious: 'Dangerous code in its repository',
  banned: `This pack is banned and cannot be installed ${reason}`,
}

describe('install box', () => {
  for (const state of installStates) {
    const notice = notices[state]
    if (notice === '') continue
    it(`offers no install in the state ${state}, and a notice explains why`, () => {
      const box = textIn(show(<InstallBox node={viewIn(state)} />))
      expect(box).toContain('It is not offered at the moment.')
      expect(box).not.toMatch(/git clone|nodeyard.tgz|code\.test/)
      expect(textIn(show(<HeldBackNotice install={viewIn(state).install} />))).toContain(notice)
    })
  }

  for (const state of ['unclaimed', 'no_version'] as const) {
    it(`offers the repository in the state ${state}, with its Python packages`, () => {
      const html = textIn(show(<InstallBox node={viewIn(state)} />))
      expect(html).toMatch(
        /git clone .*code\.test\/acme\/blur.*pip install -c nodeyard-constraints\.txt -r nodeyard-requirements\.txt/,
      )
      expect(html).toContain('Windows, portable version')
    })
  }

  for (const state of ['installable', 'deprecated'] as const) {
    it(`offers the clients in the state ${state}`, () => {
      const html = textIn(show(<InstallBox node={viewIn(state)} />))
      expect(html).toContain('nodeyard.tgz install blur')
      expect(html).not.toMatch(/git clone|cm-cli|Open the manager/)
    })
  }

  it('offers the tool’s own clients where they ask this registry', () => {
    const { settings, ...site } = testSite()
    const box = <InstallBox node={viewIn('installable')} />
    const reached = { ...site, settings: { ...settings, servesExistingClients: true } }
    expect(textIn(renderToStaticMarkup(withSite(reached, box)))).toMatch(
      /Open the manager.*cm-cli install blur/,
    )
  })

  it('links to the advisory that blocks a node', () => {
    expect(show(<HeldBackNotice install={viewIn('blocked').install} />)).toContain(
      '/advisories/NYSA-2026-0001',
    )
  })

  it('offers a version by number, even if yanked', () => {
    const node = viewIn('withdrawn')
    expect(textIn(show(<InstallBox node={node} version={version()} />))).toContain(
      'nodeyard.tgz install blur@1.0.0',
    )
  })

  it('offers no version that is pending or refused', () => {
    for (const [status, reason] of [
      ['NodeVersionStatusPending', 'Held for review: only its publisher and moderators can install'],
      ['NodeVersionStatusFlagged', 'Held for review: only its publisher and moderators can install'],
      ['NodeVersionStatusBanned', 'This version cannot be installed.'],
    ] as const) {
      const html = textIn(show(<InstallBox node={viewIn('installable')} version={version(status)} />))
      expect(html).toContain(reason)
      expect(html).not.toMatch(/nodeyard.tgz install|git clone/)
    }
    const { downloadUrl: _, ...killed } = version()
    expect(textIn(show(<InstallBox node={viewIn('blocked')} version={killed} />))).toContain(
      'This version cannot be installed.',
    )
  })
})

describe('the link to the tool', () => {
  it('names the pack and the version for the bridge', () => {
    const html = show(<InstallBox node={viewIn('installable')} version={version()} />)
    expect(html).toContain(`http://127.0.0.1:8188/?nodeyard=${viewIn('installable').id}%401.0.0`)
  })
})

// @vitest-environment happy-dom

import { planInstallation } from '@nodeyard/contract/discovery'
import {
  checkRequirements,
  findProviders,
  getNodeVersion,
  listNodeVersions,
  listVersionComfyNodes,
} from '@nodeyard/contract/packs'
import { getKillList, listAdvisories, listKnownBadFiles } from '@nodeyard/contract/safety'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fill, openPage, press } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import * as page from './installation-page.tsx'

const sha256 = 'a'.repeat(64)
const lock = {
  format: 'nodeyard-lock/1',
  created: '2026-03-01T00:00:00.000Z',
  registry: 'https://api.test',
  packs: [{ folder: 'acme-blur', id: 'acme-blur', version: '1.0.0', url: 'https://api.test/a.zip', sha256 }],
  python: [{ name: 'numpy', version: '2.1.0' }],
  models: [],
}
const planned = { ...exampleOf(planInstallation), lock: JSON.stringify(lock) }
const killList = (entries: object[]) => ({
  ...exampleOf(getKillList),
  payload: btoa(JSON.stringify({ entries })),
})
const noAdvisories = { ...exampleOf(listAdvisories), advisories: [], total: 0, totalPages: 1 }
const usual = [on(listAdvisories, noAdvisories), on(getKillList, killList([]))]

/** Entries as browsers give them for a dropped folder: a few at a time, and then none. */
const folderEntry = (path: string, inside: object[]) => ({
  isDirectory: true,
  fullPath: `/${path}`,
  createReader() {
    const left = [...inside]
    return { readEntries: (give: (some: object[]) => void) => give(left.splice(0, 1)) }
  },
})
const fileEntry = (path: string, text: string) => ({
  isFile: true,
  fullPath: `/${path}`,
  file: (give: (file: File) => void) => give(new File([text], path.split('/').at(-1) ?? '')),
})

const read = async (text: string, rules: Rule[] = []) => {
  const registry = openPage(page, { path: paths.installation, rules: [...rules, ...usual] })
  await fill('Or paste text', text)
  await press('Check')
  return registry
}

describe('the page of an installation', () => {
  it('compares a lock with the kill list, and sends nothing about it', async () => {
    const entry = { advisory: 'NYSA-2026-0001', severity: 'high', title: 'It mines coins.', sha256 }
    const { writes } = await read(JSON.stringify(lock), [on(getKillList, killList([entry]))])
    await screen.findByText('It mines coins.')
    await screen.findByText('Remove this version: the registry blocks it')
    expect(writes()).toEqual([])
  })

  it('reads a folder that is dropped on it, and compares its files', async () => {
    const other = { advisory: 'NYSA-2026-0002', severity: 'high', title: 'Other', sha256: '0'.repeat(64) }
    openPage(page, {
      path: paths.installation,
      rules: [
        on(getKillList, killList([other])),
        on(listKnownBadFiles, { files: [], is_complete: true }),
        ...usual,
      ],
    })
    await screen.findByText('Drop files or a folder here')
    const inside = [fileEntry('custom_nodes/old-fog/__init__.py', 'x = 1\n'.repeat(200))]
    const packs = folderEntry('custom_nodes', [folderEntry('custom_nodes/old-fog', inside)])
    const drop = new Event('drop', { bubbles: true, cancelable: true })
    const items = [{ webkitGetAsEntry: () => packs }]
    Object.assign(drop, { dataTransfer: { items, files: [new File([], 'custom_nodes')], getData: () => '' } })
    document.body.dispatchEvent(drop)
    expect(drop.defaultPrevented).toBe(true)
    await screen.findByText('Not compared, because id or version is not known: old-fog')
    await screen.findByText(/^Compared 1 code files/)
  })

  it('says with how many advisories it compared, and which packs it could not compare', async () => {
    const other = { advisory: 'NYSA-2026-0002', severity: 'high', title: 'Other', sha256: '0'.repeat(64) }
    await read(JSON.stringify(lock), [on(getKillList, killList([other]))])
    await screen.findByText('Compared with advisories: 1. They do not affect the packs in this list.')
    await read('acme-blur\nold-fog', [on(getKillList, killList([other]))])
    await screen.findByText('Not compared, because id or version is not known: acme-blur and old-fog')
    expect(screen.queryByText(/They do not affect/)).toBeNull()
  })

  it('does not call packs unaffected where there are no advisories', async () => {
    await read(JSON.stringify(lock))
    await screen.findByText('Not checked: this registry has not published advisories yet')
    expect(screen.queryByText(/They do not affect/)).toBeNull()
  })

  it('plans for a machine, and offers commands and files', async () => {
    const { writes } = await read(JSON.stringify(lock), [on(planInstallation, planned)])
    await press('Make a plan')
    await screen.findByText('Compared: the requirements fit together')
    await screen.findByText(/Download nodeyard.lock/)
    expect(writes()[0]?.body).toMatchObject({
      packs: [{ node_id: 'acme-blur', version: '1.0.0' }],
      freeze: 'numpy==2.1.0',
      machine: { python: '3.12' },
    })
    expect(document.body.textContent).toContain('nodeyard.tgz install --lock nodeyard.lock')
  })

  it('shows conflicts with their lines and the versions that would agree', async () => {
    await read(JSON.stringify(lock), [
      on(planInstallation, { ...planned, check: exampleOf(checkRequirements) }),
    ])
    await press('Make a plan')
    await screen.findByText('Conflicting versions of numpy')
    expect(document.body.textContent).toContain('numpy>=2')
  })

  it('plans what a workflow needs', async () => {
    const workflow = JSON.stringify({
      nodes: [
        { id: 1, type: 'AcmeBlur' },
        { id: 2, type: 'Fog' },
      ],
    })
    const answers = exampleOf(findProviders).comfy_nodes.slice(0, 1)
    const fog = { comfy_node_name: 'Fog', status: 'unknown' as const, notices: [], alternatives: [] }
    const { writes } = await read(workflow, [
      on(findProviders, { comfy_nodes: [...answers, fog] }),
      on(planInstallation, planned),
    ])
    await press('Make a plan')
    await screen.findByText('Compared: the requirements fit together')
    expect(writes().at(-1)?.body).toMatchObject({ unknown: ['Fog'] })
  })

  it.each([
    ['{"a": ', /damaged/],
    ['{"format": "nodeyard-lock/9"}', /newer format/],
    [JSON.stringify({ ...lock, packs: [{}] }), /packs\[0\]/],
  ])('explains why it cannot read %s', async (text, problem) => {
    await read(text)
    await screen.findByText('This could not be read')
    expect(document.body.textContent).toMatch(problem)
  })

  it('shows a refusal, and can be tried again', async () => {
    await read(JSON.stringify(lock), [on(planInstallation, refusal(429, 'rate_limited'))])
    await press('Make a plan')
    await screen.findByRole('alert')
  })
})

describe('checking updates', () => {
  const versions = ['1.2.0', '1.1.0', '1.0.0'].map((version) => ({
    ...exampleOf(getNodeVersion),
    ...{ version, node_id: 'acme-blur', dependencies: version === '1.0.0' ? [] : ['torch'] },
    downloadUrl: 'https://api.test/a.zip',
    status: 'NodeVersionStatusActive' as const,
  }))
  const comfyNode = (input: string) => ({
    ...exampleOf(listVersionComfyNodes),
    comfy_nodes: [
      {
        comfy_node_name: 'AcmeBlur',
        input_types: JSON.stringify({ required: { [input]: ['IMAGE'] } }),
        return_types: '["IMAGE"]',
        ...{
          output_is_list: [false],
          deprecated: false,
          experimental: false,
          policy: 'ComfyNodePolicyActive' as const,
        },
      },
    ],
  })
  const rules: Rule[] = [
    on(listNodeVersions, versions),
    on(listVersionComfyNodes, ({ path }) => comfyNode(path.includes('1.2.0') ? 'picture' : 'image')),
    on(getNodeVersion, exampleOf(getNodeVersion)),
    on(checkRequirements, { ...exampleOf(checkRequirements), conflicts: [], verdict: 'fine' as const }),
  ]

  it('names what breaks, and the newest version that breaks nothing', async () => {
    await read(JSON.stringify(lock), rules)
    await press('Check updates')
    await screen.findByText('The newest versions that fit your workflows')
    await waitFor(() => expect(document.body.textContent).toContain('acme-blur 1.0.0 →'))
    expect(document.body.textContent).toContain('New requirement: torch')
  })
})

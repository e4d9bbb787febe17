import type { DownloadedModel, FoundModel } from '@nodeyard/planning/models'
import { describe, expect, it } from 'vitest'
import { show } from '../../ground/site/site.test-support.tsx'
import { Models, PackModels } from './models.tsx'

const file: DownloadedModel = {
  ...{ nodeId: 'acme-blur', url: 'https://huggingface.co/acme/blur/resolve/main/blur.pth' },
  ...{ host: 'huggingface.co', name: 'blur.pth', folder: 'blur', file: 'load.py', line: 12 },
  from: 'code',
  ...{ license: 'apache-2.0', is_gated: true, can_run_code: true },
}
const repository: DownloadedModel = {
  ...{ nodeId: 'acme-fog', url: 'https://huggingface.co/acme/fog', host: 'huggingface.co' },
  ...{ from: 'code', file: 'fog.py', line: 3, can_run_code: false },
}

const needed: FoundModel = {
  ...{ name: 'fog.pth', folder: 'fog', folderFrom: 'docs', usedBy: ['Fog'], isInactive: false },
  ...{ canRunCode: true, isAmbiguous: false },
  sources: [{ url: 'https://huggingface.co/acme/fog', from: 'docs', pack: 'acme-fog', isPage: true }],
}

describe('models that a workflow needs', () => {
  it('have the pack whose documentation names their page', () => {
    const html = show(<Models models={[needed]} />)
    for (const text of ['From the documentation of a pack', 'acme-fog', 'huggingface.co'])
      expect(html).toContain(text)
    for (const text of ['folder according to the pack', 'page: choose the file there'])
      expect(html).toContain(text)
  })

  it('have a warning where different files have one name', () => {
    expect(show(<Models models={[{ ...needed, isAmbiguous: true }]} />)).toContain('Different files')
  })
})

describe('models that packs download', () => {
  it('have their address, place in the code and terms', () => {
    const html = show(<PackModels models={[file, repository]} />)
    for (const text of [`href="${file.url}"`, 'models/blur', 'load.py', 'license: apache-2.0'])
      expect(html).toContain(text)
    for (const text of ['login required', 'can run code', 'acme/fog', 'whole repository'])
      expect(html).toContain(text)
  })

  it('leave nothing on the page when there are none', () => {
    expect(show(<PackModels models={[]} />)).toBe('')
  })
})

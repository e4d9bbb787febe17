import type { DownloadedModel } from '@nodeyard/planning/models'
import { describe, expect, it } from 'vitest'
import { show } from '../../ground/site/site.test-support.tsx'
import { PackModels } from './models.tsx'

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

describe('models that packs download', () => {
  it('have their address, place in the code and terms', () => {
    const html = show(<PackModels models={[file, repository]} />)
    for (const text of [`href="${file.url}"`, 'models/blur', 'load.py', 'license: apache-2.0'])
      expect(html).toContain(text)
    for (const text of ['sign-in needed', 'can run code', 'acme/fog', 'whole repository'])
      expect(html).toContain(text)
  })

  it('leave nothing on the page when there are none', () => {
    expect(show(<PackModels models={[]} />)).toBe('')
  })
})

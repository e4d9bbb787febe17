import { describe, expect, it } from 'vitest'
import { show } from '../../ground/site/site.test-support.tsx'
import { TopBar } from './top-bar.tsx'

describe('TopBar', () => {
  it('includes the return address in log in and sign up', () => {
    const html = show(<TopBar />, { at: '/nodes/blur?page=2' })
    expect(html).toContain('/auth/login?fromUrl=%2Fnodes%2Fblur%3Fpage%3D2')
    expect(html).toContain('/auth/signup?fromUrl=%2Fnodes%2Fblur%3Fpage%3D2')
  })

  it('keeps the language in the return address', () => {
    expect(show(<TopBar />, { locale: 'zh', at: '/nodes/blur' })).toContain('fromUrl=%2Fzh%2Fnodes%2Fblur')
  })

  it('links to the Chinese documentation on Chinese pages', () => {
    expect(show(<TopBar />, { locale: 'zh' })).toContain('/zh-CN/registry/overview')
    expect(show(<TopBar />, { locale: 'ja' })).not.toContain('zh-CN')
  })

  it('links to this page in every language, with path and query', () => {
    const html = show(<TopBar />, { locale: 'fr', at: '/nodes/blur?page=2' })
    for (const prefix of ['/ar', '', '/es', '/fr', '/ja', '/ko', '/ru', '/zh']) {
      expect(html).toContain(`href="${prefix}/nodes/blur?page=2"`)
    }
    expect(html.match(/Bêta|Beta/g)).toHaveLength(1)
  })
})

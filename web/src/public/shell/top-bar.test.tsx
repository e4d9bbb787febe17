import { expect, test } from 'vitest'
import { show } from '../../ground/site/site.test-support.tsx'
import { TopBar } from './top-bar.tsx'

test('log in and sign up carry the way back to this page', () => {
  const html = show(<TopBar />, { at: '/nodes/blur?page=2' })
  expect(html).toContain('/auth/login?fromUrl=%2Fnodes%2Fblur%3Fpage%3D2')
  expect(html).toContain('/auth/signup?fromUrl=%2Fnodes%2Fblur%3Fpage%3D2')
})

test('the way back keeps the language', () => {
  expect(show(<TopBar />, { locale: 'zh', at: '/nodes/blur' })).toContain('fromUrl=%2Fzh%2Fnodes%2Fblur')
})

test('the documentation is Chinese where the page is', () => {
  expect(show(<TopBar />, { locale: 'zh' })).toContain('/zh-CN/registry/overview')
  expect(show(<TopBar />, { locale: 'ja' })).not.toContain('zh-CN')
})

test('the picker links to this page in every language, with its path and query', () => {
  const html = show(<TopBar />, { locale: 'fr', at: '/nodes/blur?page=2' })
  for (const prefix of ['/ar', '', '/es', '/fr', '/ja', '/ko', '/ru', '/zh']) {
    expect(html).toContain(`href="${prefix}/nodes/blur?page=2"`)
  }
  expect(html.match(/Bêta|Beta/g)).toHaveLength(1)
})

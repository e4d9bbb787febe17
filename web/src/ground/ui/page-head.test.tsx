import { locales } from '@nodeyard/contract/ground'
import { describe, expect, it } from 'vitest'
import { english, show } from '../site/site.test-support.tsx'
import { PageHead } from './page-head.tsx'

const t = english('common')
const head = (element: Parameters<typeof show>[0], locale?: (typeof locales)[number]) =>
  show(element, locale ? { locale } : {})

describe('PageHead', () => {
  it('combines the title of the page with the name of the registry', () => {
    const html = head(<PageHead title="acme-blur" path="/nodes/acme-blur" />)
    expect(html).toMatch(/<title>acme-blur · .*Nodeyard.*<\/title>/)
  })

  it('uses the name of the registry on the home page', () => {
    expect(head(<PageHead path="/" />)).toMatch(/<title>[^·]*Nodeyard[^·]*<\/title>/)
  })

  it.each([undefined, '', '   '])('falls back from the description %j to that of the site', (description) => {
    const html = head(<PageHead path="/" description={description} />)
    expect(html).toContain(`name="description" content="${t('site_description')}"`)
  })

  it('keeps pages without a path out of search engines', () => {
    const html = head(<PageHead title="Not found" />)
    expect(html).toContain('name="robots" content="noindex"')
    expect(html).not.toContain('rel="canonical"')
    expect(html).not.toContain('hrefLang')
  })

  it('links to the page in every language', () => {
    const html = head(<PageHead path="/nodes/acme-blur" />)
    for (const locale of locales) {
      const prefix = locale === 'en' ? '' : `/${locale}`
      expect(html).toContain(`hrefLang="${locale}" href="https://site.test${prefix}/nodes/acme-blur"`)
    }
    expect(html).toContain('hrefLang="x-default" href="https://site.test/nodes/acme-blur"')
  })

  it('has a canonical address in its own language', () => {
    expect(head(<PageHead path="/tags" />, 'fr')).toContain(
      'rel="canonical" href="https://site.test/fr/tags"',
    )
    expect(head(<PageHead path="/tags" />)).toContain('rel="canonical" href="https://site.test/tags"')
  })

  it('announces the feed of its node', () => {
    const html = head(<PageHead path="/nodes/acme-blur" feedOf="/nodes/acme-blur" />)
    expect(html).toContain('href="/nodes/acme-blur/feed.atom"')
    expect(html).toContain('href="/nodes/acme-blur/feed.json"')
  })

  it('shows its own picture in previews, or that of the site', () => {
    expect(head(<PageHead path="/" />)).toContain('content="https://site.test/share.png"')
    expect(head(<PageHead path="/" picture="/nodes/acme-blur/card.png" />)).toContain(
      'content="https://site.test/nodes/acme-blur/card.png"',
    )
  })

  it('cannot be closed by structured data', () => {
    const html = head(<PageHead path="/" data={{ name: '</script><script>alert(1)</script>' }} />)
    expect(html.match(/<script/g)).toHaveLength(1)
    const json = /<script[^>]*>(.*)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(json)).toMatchObject({ name: '</script><script>alert(1)</script>' })
  })

  it('escapes author texts in attributes', () => {
    const html = head(<PageHead path="/" title={'"><script>'} description={'"><script>'} />)
    expect(html).not.toContain('<script>')
  })
})

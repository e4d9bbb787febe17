import { describe, expect, it } from 'vitest'
import { readmePictures, withOwnAddresses } from './pictures.ts'

const settings = { siteUrl: 'https://site.test', locale: 'en' } as const
const pictures = readmePictures('soft-blur', '1.0.0+b')

describe('withOwnAddresses', () => {
  it('points README pictures at the site, numbered in order', () => {
    const html =
      '<p><img alt="a" src="https://x.test/a.png?b=1&amp;c" loading="lazy" /> src="no"</p><img src="https://y.test/b.gif" />'
    expect(withOwnAddresses(html, pictures, settings)).toBe(
      '<p><img alt="a" src="/pictures/nodes/soft-blur/versions/1.0.0%2Bb/0" loading="lazy" /> src="no"</p><img src="/pictures/nodes/soft-blur/versions/1.0.0%2Bb/1" />',
    )
  })

  it("links to pack files in the reader's language and leaves other links alone", () => {
    const source = '/nodes/soft-blur/versions/1.0.0/source?file=a.md'
    const html = `<a href="https://site.test${source}">a</a> <a href="https://other.test/nodes/a">b</a> <a href="#c">c</a> href="https://site.test/nodes/"`
    const rest =
      ' <a href="https://other.test/nodes/a">b</a> <a href="#c">c</a> href="https://site.test/nodes/"'
    expect(withOwnAddresses(html, pictures, settings)).toBe(`<a href="${source}">a</a>${rest}`)
    expect(withOwnAddresses(html, pictures, { ...settings, locale: 'fr' })).toBe(
      `<a href="/fr${source}">a</a>${rest}`,
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstTellingPicture } from './telling-picture.ts'

const img = (src: string, more = '') => `<p><img src="${src}"${more}></p>`

describe('the first image of a README that shows something', () => {
  it('passes over badges, buttons, logos and small images', () => {
    const html = [
      img('https://img.shields.io/badge/license-MIT-blue'),
      img('https://github.com/acme/blur/actions/workflows/test.yml/badge.svg'),
      img('https://acme.test/donate-button.png'),
      img('https://acme.test/logo.png'),
      img('https://acme.test/a.png', ' width="80" height="80"'),
      img('https://acme.test/result.jpg', ' width="900" height="500"'),
    ].join('\n')
    assert.equal(firstTellingPicture(html), 5)
  })

  it('takes an image whose size is unknown', () => {
    assert.equal(firstTellingPicture(img('archive:docs/result.webp')), 0)
  })

  it('finds nothing in a text without images', () => {
    assert.equal(firstTellingPicture('<p>Words.</p>'), undefined)
  })
})

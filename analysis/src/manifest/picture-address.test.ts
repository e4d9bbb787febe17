import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pictureAddress } from './picture-address.ts'

describe('the address of an icon or a banner', () => {
  const cases: Record<string, string | undefined> = {
    ' https://example.org/a.svg ': 'https://example.org/a.svg',
    '': '',
    '🎨': '',
    'icon.png': 'icon.png',
    './assets/./Icon.JPG': 'assets/Icon.JPG',
    'assets\\icon.webp': 'assets/icon.webp',
    'an icon.gif': 'an icon.gif',
    'icon.svg': undefined,
    icon: undefined,
    '/etc/icon.png': undefined,
    '../icon.png': undefined,
    'a/../../icon.png': undefined,
    'a//icon.png': undefined,
    'C:\\icon.png': undefined,
    'data:image/png;base64,AAAA.png': undefined,
    'javascript:a.png': undefined,
    '//example.org/icon.png': undefined,
    'icon.png?raw=true': undefined,
  }
  for (const [text, address] of Object.entries(cases))
    it(`${address === undefined ? 'refuses' : 'takes'} “${text}”`, () => {
      assert.equal(pictureAddress(text), address)
    })
})

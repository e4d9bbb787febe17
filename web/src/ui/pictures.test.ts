import { expect, test } from 'vitest'
import { readmePictures, withOwnPictures } from './pictures.ts'

test('pictures of a README stand at addresses of the site, counted in their order', () => {
  const html =
    '<p><img alt="a" src="https://x.test/a.png?b=1&amp;c" loading="lazy" /> src="no"</p><img src="https://y.test/b.gif" />'
  expect(withOwnPictures(html, readmePictures('soft-blur', '1.0.0+b'))).toBe(
    '<p><img alt="a" src="/pictures/nodes/soft-blur/versions/1.0.0%2Bb/0" loading="lazy" /> src="no"</p><img src="/pictures/nodes/soft-blur/versions/1.0.0%2Bb/1" />',
  )
})

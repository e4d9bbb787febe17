import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderReadme } from './render.ts'

test('a link that is no address is dropped, and one with backslashes is a path', () => {
  const render = (href: string) =>
    renderReadme(
      { path: 'README.md', text: `<a href="${href}">models</a>` },
      { repository: 'https://github.com/acme/sample' },
    )
  assert.doesNotMatch(render('\\\\%SERVER%\\models:x'), /pack\.invalid/)
  assert.match(render('\\\\%SERVER%\\models'), /models/)
  assert.match(render('docs\\a.md'), /github\.com\/acme\/sample\/blob\/HEAD\/docs\/a\.md/)
})

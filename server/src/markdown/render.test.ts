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

test('a picture without an address is left out, and the text around it stays', () => {
  const html = renderReadme(
    { path: 'README.md', text: 'a <img alt="x"> <img src="https://a.test/b.png"> b' },
    {},
  )
  assert.equal(html.match(/<img/g)?.length, 1)
  assert.match(html, /^<p>a .*b\.png.* b<\/p>$/)
})

test('a text whose elements nest too deeply is shown as it is written', () => {
  const render = (text: string) => renderReadme({ path: 'README.md', text }, {})
  const nested = (depth: number) => `${'<div>'.repeat(depth)}a${'</div>'.repeat(depth)}`
  assert.match(render(nested(200)), /^<div>/)
  assert.match(render(nested(201)), /^<pre>&lt;div&gt;/)
})

test('code is shown in colors up to a length, in one block and in all of a text', () => {
  const block = (lines: number) => `\`\`\`py\n${'x = "a"\n'.repeat(lines)}\`\`\`\n`
  const render = (text: string) => renderReadme({ path: 'README.md', text }, {})
  const isColored = (html: string) =>
    (html.match(/<pre>.*?<\/pre>/gs) ?? []).map((pre) => pre.includes('hljs-'))
  assert.deepEqual(isColored(render(block(500))), [true])
  assert.deepEqual(isColored(render(block(501))), [false])
  assert.deepEqual(isColored(render(block(500).repeat(13))), [...Array(12).fill(true), false])
})

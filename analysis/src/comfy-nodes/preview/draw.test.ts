import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DeclaredComfyNode, toBox } from './box.ts'
import { describeBox, drawComfyNode } from './draw.ts'
import { darkPalette, lightPalette, socketKinds } from './palette.ts'
import { translateBox } from './translate.ts'

const blur: DeclaredComfyNode = {
  comfy_node_name: 'Blur',
  display_name: 'Gaussian blur',
  input_types: JSON.stringify({
    required: { image: ['IMAGE'], radius: ['INT', { default: 8 }], edge: [['mirror', 'wrap']] },
    optional: { mask: ['MASK'], note: ['STRING', { multiline: true, default: 'first\nsecond' }] },
  }),
  return_types: '["IMAGE"]',
  return_names: '["blurred"]',
}

const draw = (node: DeclaredComfyNode, palette = lightPalette) =>
  drawComfyNode(toBox(node), { id: 'n', palette })
const named = (name: string): DeclaredComfyNode => ({ ...blur, display_name: name })
const wordsIn = (svg: string) =>
  [...svg.matchAll(/<(?:tspan|text)[^>]*>([^<]+)</g)].map(([, words = '']) =>
    words.replace(/[\u2068\u2069]/g, ''),
  )

describe('drawing a comfy-node', () => {
  it('draws title, sockets and widgets with their values as text', () => {
    const words = wordsIn(draw(blur))
    for (const word of ['Gaussian blur', 'mask', 'blurred', 'radius', '8', 'mirror', 'first second']) {
      assert(words.includes(word), `${word} in ${words}`)
    }
  })

  it('describes the drawing with a title and a description', () => {
    const svg = draw(blur)
    assert.match(svg, /role="img" aria-labelledby="n-title" aria-describedby="n-text"/)
    assert.match(svg, /<title id="n-title">\u2068Gaussian blur\u2069<\/title>/)
    assert.equal(
      describeBox(toBox(blur)),
      'Inputs: image (IMAGE); mask (MASK, optional). Outputs: blurred (IMAGE). Widgets: radius = 8; edge; note = first second.',
    )
  })

  it('shows the type unless the name tells it, so that color is not the only sign', () => {
    const words = wordsIn(draw({ ...blur, return_types: '["IMAGE","MASK"]', return_names: '["image","m"]' }))
    assert.equal(words.filter((word) => word === 'IMAGE').length, 0)
    assert(words.includes('MASK'))
  })

  it('draws light and dark with different colors only', () => {
    const light = draw(blur)
    const dark = draw(blur, darkPalette)
    assert.notEqual(light, dark)
    const colourless = (svg: string) => svg.replace(/#[0-9a-f]{6}/g, '#')
    assert.equal(colourless(light), colourless(dark))
  })

  it('keeps markup and external references in names inert', () => {
    for (const hostile of [
      '"><script>alert(1)</script>',
      "' onload='x",
      '&lt;',
      ']]>',
      '</title><image href="//x">',
    ]) {
      const input_types = JSON.stringify({ required: { [hostile]: [hostile, { default: hostile }] } })
      const svg = draw({ comfy_node_name: hostile, input_types, return_types: JSON.stringify([hostile]) })
      assert.doesNotMatch(svg, /<(?!\/?(svg|title|desc|rect|path|text|tspan|circle)[ >])/)
      const tags = svg.replace(/>[^<]*</g, '><')
      assert.doesNotMatch(tags, /\son\w+\s*=|href|url\(/)
      assert.equal(svg.match(/&(?!#\d+;)/), null)
    }
  })

  it('isolates a right-to-left name, and removes direction marks', () => {
    const svg = draw(named('\u202eضباب\u2066 (2)'))
    assert.match(svg, /direction="ltr"/)
    assert.doesNotMatch(svg, /[\u202e\u2066]/)
    for (const [, open, words = ''] of svg.matchAll(/<(text|tspan)[^>]*>([^<]+)</g)) {
      assert.match(words, /^\u2068[^\u2068\u2069]*\u2069$/, open)
    }
  })

  it('truncates long names with an ellipsis', () => {
    const words = wordsIn(draw(named('W'.repeat(300))))
    assert.match(words[0] ?? '', /^W{10,40}…$/)
  })

  it('produces well-formed XML for any script', () => {
    const svg = draw(named('a\u0000\u0007\ud800漢字🎨'))
    assert(svg.isWellFormed())
    assert.doesNotMatch(svg, /[\u0000-\u0008]/)
  })

  it('limits the number of sockets and widgets, and counts the rest', () => {
    const many = (type: string) =>
      Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${type}${index}`, [type]]))
    const svg = draw({
      comfy_node_name: 'Many',
      input_types: JSON.stringify({ required: many('IMAGE'), optional: many('INT') }),
    })
    const [, height] = /viewBox="0 0 320 (\d+)"/.exec(svg) ?? []
    assert(Number(height) < 1500)
    assert.equal(wordsIn(svg).filter((word) => /^\+ \d+$/.test(word)).length, 2)
  })

  it('draws a comfy-node without sockets and widgets as a title only', () => {
    assert.match(draw({ comfy_node_name: 'Note' }), /height="30"/)
  })

  it('has a color for every kind of socket in both palettes', () => {
    for (const palette of [lightPalette, darkPalette]) {
      assert.deepEqual(Object.keys(palette.sockets), [...socketKinds])
    }
  })

  it('translates a box, and keeps the original text for missing translations', () => {
    const box = translateBox(toBox(blur), {
      display_name: 'Flou gaussien',
      inputs: {
        radius: { name: 'rayon', tooltip: 'En points' },
        mask: { name: 'masque' },
        gone: { name: 'x' },
      },
      outputs: { 0: { name: 'flou' }, 7: { name: 'x' } },
    })
    const svg = drawComfyNode(box, { id: 'n' })
    assert.match(svg, /<title id="n-title">\u2068Flou gaussien\u2069<\/title>/)
    for (const word of ['masque', 'rayon', 'flou', 'image']) assert(wordsIn(svg).includes(word), word)
    assert.equal(box.widgets.find(({ name }) => name === 'radius')?.tooltip, 'En points')
    assert.equal(
      describeBox(box),
      'Inputs: image (IMAGE); masque (MASK, optional). Outputs: flou (IMAGE). Widgets: rayon = 8; edge; note = first second.',
    )
  })

  it('does not translate an input named like a property of every object', () => {
    const box = translateBox(
      toBox({ comfy_node_name: 'A', input_types: '{"required":{"constructor":["IMAGE"]}}' }),
      {
        inputs: {},
      },
    )
    assert.deepEqual(box.inputs, [{ name: 'constructor', type: 'IMAGE', isOptional: false }])
  })
})

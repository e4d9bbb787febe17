import { fileURLToPath } from 'node:url'
import { isHeldBack } from '@nodeyard/contract/packs'
import { renderAsync } from '@resvg/resvg-js'
import { type SiteFile, xml } from './file.ts'
import { type NodeFacts, stateTexts } from './node-facts.ts'

const width = 1200
const height = 630
const margin = 80
const fontFiles = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}`)),
)

/** Scripts that the fonts contain. Other text would be drawn as boxes. */
const drawable = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Common}\p{sc=Inherited}]*$/u
const pictograms = /\p{Extended_Pictographic}|\p{VS}|\u200d/gu

/** Draws the preview of a shared link to a node. Shows the id if the name cannot be drawn. */
export async function makeSharePicture(productName: string, node: NodeFacts | undefined): Promise<SiteFile> {
  const title = node ? drawnName(node) : productName
  const lines = node ? wrap(drawnText(node.description), 52, 3) : ['The registry of custom nodes']
  const facts = node ? factsOf(node) : ''
  const size = title.length > 26 ? 52 : 72
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans">
<rect width="${width}" height="${height}" fill="#0e1310"/><rect width="14" height="${height}" fill="#57d3a2"/>
<text x="${margin}" y="120" font-size="30" fill="#57d3a2" font-weight="bold">${xml(`${productName} Registry`)}</text>
<text x="${margin}" y="245" font-size="${size}" fill="#f2f6f3" font-weight="bold">${xml(cut(title, 38))}</text>
${lines.map((line, at) => `<text x="${margin}" y="${320 + at * 48}" font-size="32" fill="#aebab3">${xml(line)}</text>`).join('')}
<text x="${margin}" y="550" font-size="30" fill="#f2f6f3">${xml(facts)}</text></svg>`
  const picture = await renderAsync(svg, {
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'DejaVu Sans' },
  })
  // Has no tag of downloads, because drawing is slow and the counts are rounded.
  return { contentType: 'image/png', body: picture.asPng(), tags: node ? [`node:${node.id}`] : [] }
}

const drawnText = (text: string) => {
  const plain = text.replace(pictograms, '').replace(/\s+/g, ' ').trim()
  return drawable.test(plain) ? plain : ''
}

const drawnName = ({ id, name }: NodeFacts) => drawnText(name) || id

function factsOf({ version, install, downloads, stars, comfyNodes }: NodeFacts): string {
  const number = new Intl.NumberFormat('en', { notation: 'compact' })
  return [
    ...(version ? [`v${version}`] : []),
    ...(isHeldBack(install) || install.state === 'deprecated' ? [stateTexts[install.state]] : []),
    ...(comfyNodes > 0 ? [`${number.format(comfyNodes)} comfy-nodes`] : []),
    ...(downloads > 0 ? [`${number.format(downloads)} installs`] : []),
    ...(stars > 0 ? [`${number.format(stars)} stars`] : []),
  ].join('   ')
}

const cut = (text: string, length: number) =>
  text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .toWellFormed()
        .trimEnd()}…`

function wrap(text: string, length: number, maxLines: number): string[] {
  const lines: string[] = []
  for (const word of text.slice(0, 400).toWellFormed().split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < length) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(cut(word, length))
  }
  return lines.length <= maxLines
    ? lines
    : [...lines.slice(0, maxLines - 1), cut(lines.slice(maxLines - 1).join(' '), length)]
}

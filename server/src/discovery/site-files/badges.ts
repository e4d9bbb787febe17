import type { RepositoryReading } from '@nodeyard/contract/packs'
import { downloadsTag } from '../../packs/nodes/tags.ts'
import { type SiteFile, xml } from './file.ts'
import { type NodeFacts, stateTexts } from './node-facts.ts'

export type BadgeKind = 'version' | 'downloads'

const height = 20
const padding = 6
/** Estimated width of a letter. A badge stretches its text to the estimated width, so that it fits in any font. */
const letterWidth = 6.6

/** Draws one fact about a node for READMEs. The text is also the label for screen readers. */
export function makeBadge(node: NodeFacts, kind: BadgeKind): SiteFile {
  const label = kind === 'version' ? 'registry' : 'installs'
  const value =
    kind === 'version'
      ? node.version
        ? `v${node.version}`
        : stateTexts[node.install.state]
      : compact(node.downloads)
  return {
    contentType: 'image/svg+xml',
    body: drawBadge(label, value),
    tags: [`node:${node.id}`, ...(kind === 'downloads' ? [downloadsTag(node.id)] : [])],
  }
}

const verdictTexts = { active: 'passed', waiting: 'needs review', refused: 'not publishable' } as const

/** Draws the verdict on a repository that is not listed. */
export function makeRepositoryBadge({ check, failure }: RepositoryReading): SiteFile {
  const value = check ? verdictTexts[check.verdict] : failure ? 'not readable' : 'not read'
  return { contentType: 'image/svg+xml', body: drawBadge('check', value), tags: [] }
}

const compact = (count: number) => new Intl.NumberFormat('en', { notation: 'compact' }).format(count)

function drawBadge(label: string, value: string): string {
  const widths = [label, value].map((text) => Math.ceil(text.length * letterWidth) + 2 * padding)
  const [left = 0, right = 0] = widths
  const text = (words: string, start: number, width: number) =>
    `<text x="${start + padding}" y="14" textLength="${width - 2 * padding}" lengthAdjust="spacingAndGlyphs">${xml(words)}</text>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${height}" role="img" aria-label="${xml(`${label}: ${value}`)}">` +
    `<title>${xml(`${label}: ${value}`)}</title><clipPath id="r"><rect width="${left + right}" height="${height}" rx="4"/></clipPath>` +
    `<g clip-path="url(#r)"><rect width="${left}" height="${height}" fill="#3d4742"/>` +
    `<rect x="${left}" width="${right}" height="${height}" fill="#0b6b4b"/></g>` +
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(label, 0, left)}${text(value, left, right)}</g></svg>`
  )
}

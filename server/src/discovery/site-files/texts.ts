import { programCommand } from '@nodeyard/contract/discovery'
import type { Config } from '../../ground/settings.ts'
import type { SiteFile } from './file.ts'

const contentType = 'text/plain; charset=utf-8'
const dayMs = 86_400_000

export function makeRobots({ siteUrl }: Pick<Config, 'siteUrl'>): SiteFile {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /auth/',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
  ]
  return { contentType, body: `${lines.join('\n')}\n`, tags: [] }
}

/** Names the site and its icons for the home screens of phones. */
export function makeManifest({ productName }: Pick<Config, 'productName'>): SiteFile {
  const icon = (size: number, src: string) => ({ src, sizes: `${size}x${size}`, type: 'image/png' })
  const manifest = {
    name: `${productName} Registry`,
    short_name: productName,
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    icons: [icon(192, '/icon-192.png'), icon(512, '/icon-512.png'), icon(1024, '/logo.png')],
  }
  return { contentType: 'application/manifest+json', body: JSON.stringify(manifest), tags: [] }
}

/** The file expires, so that clients do not trust one that is no longer maintained. Source: RFC 9116. */
export function makeSecurityText({ siteUrl, securityContact }: Config, now: Date): SiteFile {
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const expires = new Date(monthStart.getTime() + 180 * dayMs)
  const lines = [
    `Contact: ${securityContact}`,
    `Expires: ${expires.toISOString()}`,
    `Policy: ${siteUrl}/security`,
    `Canonical: ${siteUrl}/.well-known/security.txt`,
  ]
  return { contentType, body: `${lines.join('\n')}\n`, tags: [] }
}

/** Describes the site for language models. */
export function makeLlmsText({ siteUrl, apiUrl, productName }: Config): SiteFile {
  const body = `# ${productName} Registry

> A public registry of custom nodes for a node-based image-generation tool. A *node* is an installable pack of a publisher; a *comfy-node* is one class inside it.

## API

- [Description](${apiUrl}/openapi): OpenAPI 3.1, every route with its shapes and errors
- [Search](${apiUrl}/nodes/search?search=upscale): \`search\` takes words and operators such as \`tag:video\`, \`node:KSampler\`, \`IMAGE -> MASK\`
- [One node](${apiUrl}/nodes/ID): its latest version, readme and compatibility
- [Its comfy-nodes](${apiUrl}/nodes/ID/versions/VERSION/comfy-nodes): inputs, outputs and defaults
- [All nodes](${apiUrl}/catalogue/latest): a signed pointer to one compressed file of JSON lines, ${apiUrl}/catalogue/DIGEST, and to deltas; do not read page by page
- POST ${apiUrl}/bulk/comfy-nodes/providers: which node and version provides comfy-nodes by name
- POST ${apiUrl}/bulk/requirements/check: whether the Python requirements of nodes can be installed together
- ${apiUrl}/mcp: the same as tools of the Model Context Protocol (streamable HTTP); \`${programCommand(apiUrl)} mcp\` serves them over standard input and output
- \`${programCommand(apiUrl)}\`: the command line, with this registry built in (Node.js 20 or newer): \`search\`, \`install\`, \`plan\`, \`check\`, \`publish\` and more

## Pages

- [Search](${siteUrl}/)
- [Categories and tags](${siteUrl}/tags)
- [Resolve a workflow](${siteUrl}/resolve)
- [Check an installation](${siteUrl}/installation)
- [Status](${siteUrl}/status)
- [Security](${siteUrl}/security)
- [Advisories](${siteUrl}/advisories)
- [How to publish](${siteUrl}/docs/publish)

## Feeds

- [All releases](${siteUrl}/feed.atom), also at ${siteUrl}/feed.json; of one node, publisher or tag below its address
`
  return { contentType, body, tags: [] }
}

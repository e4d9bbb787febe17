import { locales } from '@nodeyard/contract/ground'
import { inLocale } from '../paths/links.ts'
import { useSite, useText } from '../site/site.ts'

interface PageHead {
  /** Omitted on the home page. */
  title?: string
  description?: string | undefined
  /** Canonical path, without the language. Omitted on pages that search engines must not index. */
  path?: string
  /** Path of the node or publisher whose release feed the page announces. */
  feedOf?: string
  /** Picture for link previews; defaults to the site's own. */
  picture?: string
  /** Structured data in the schema.org vocabulary. */
  data?: Readonly<Record<string, unknown>>
}

/** Title, description, and alternate links to the page in every language. */
export function PageHead({ title, description, path, feedOf = '', picture, data }: PageHead) {
  const t = useText('common')
  const { settings } = useSite()
  const name = t('registry_title', { product: settings.productName })
  const about = description?.trim() || t('site_description')
  const whole = title ? `${title} · ${name}` : name
  return (
    <>
      <title>{whole}</title>
      <meta name="description" content={about} />
      {path === undefined ? <meta name="robots" content="noindex" /> : <Addresses path={path} />}
      <meta property="og:title" content={whole} />
      <meta property="og:description" content={about} />
      <meta property="og:site_name" content={settings.productName} />
      <meta property="og:type" content="website" />
      <meta property="og:image" content={settings.siteUrl + (picture ?? '/share.png')} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="alternate" type="application/atom+xml" title={whole} href={`${feedOf}/feed.atom`} />
      <link rel="alternate" type="application/feed+json" title={whole} href={`${feedOf}/feed.json`} />
      {data && (
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the JSON cannot close its element
          dangerouslySetInnerHTML={{
            __html: JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c'),
          }}
        />
      )}
    </>
  )
}

function Addresses({ path }: { path: string }) {
  const { siteUrl, locale } = useSite().settings
  return (
    <>
      <link rel="canonical" href={siteUrl + inLocale(locale, path)} />
      {locales.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={siteUrl + inLocale(other, path)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={siteUrl + path} />
    </>
  )
}

import { locales } from '@nodeyard/contract/locales'
import { inLocale } from '../links.ts'
import { useSite, useText } from '../site.ts'

interface PageHead {
  /** Absent on the home page. */
  title?: string
  description?: string | undefined
  /** The page's one address, without the language. Absent: search engines should not keep the page. */
  path?: string
}

/** Title, description and the addresses of the page in every language. */
export function PageHead({ title, description, path }: PageHead) {
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

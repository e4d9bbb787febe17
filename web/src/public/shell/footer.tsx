import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { docsAddress, external } from '../../ground/paths/external.ts'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Logo } from '../../ground/ui/logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const link = 'inline-block py-1 text-muted hover:text-ink hover:underline underline-offset-4'

export function Footer() {
  const t = useText('common')
  const { productName, locale } = useSite().settings
  return (
    <footer className="mt-auto border-t border-line bg-surface">
      <Cables />
      <div className="mx-auto grid max-w-(--page-width) gap-x-10 gap-y-8 px-4 py-10 text-sm sm:grid-cols-2 sm:px-6 md:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="grid content-start gap-3">
          <p className="font-display flex items-center gap-2.5 text-lg">
            <Logo size={28} />
            <span dir="auto">{productName}</span>
          </p>
          <p className="max-w-72 text-muted text-pretty">{t('footer', { product: productName })}</p>
          <div className="pt-1">
            <ThemeSwitch />
          </div>
        </div>
        <Group title={t('footer_find')}>
          <Link className={link} to={links.tags()}>
            {t('tags')}
          </Link>
          <Link className={link} to={links.workflows()}>
            {t('workflows')}
          </Link>
          <Link className={link} to={links.collections()}>
            {t('collections')}
          </Link>
          <Link className={link} to={links.resolve()}>
            {t('resolve')}
          </Link>
          <Link className={link} to={links.installation()}>
            {t('installation')}
          </Link>
        </Group>
        <Group title={t('footer_publish')}>
          <Link className={link} to={links.howToPublish()}>
            {t('publish')}
          </Link>
          <Link className={link} to={links.apiDocs()}>
            {t('api')}
          </Link>
          <a className={link} href={docsAddress(locale)} rel="noopener">
            {t('documentation')}
          </a>
        </Group>
        <Group title={t('footer_trust')}>
          <Link className={link} to={links.security()}>
            {t('security')}
          </Link>
          <Link className={link} to={links.status()}>
            {t('status')}
          </Link>
          <a className={link} href={external.chat} rel="nofollow">
            {t('community_chat')}
          </a>
        </Group>
      </div>
    </footer>
  )
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  return (
    <nav aria-label={title} className="grid content-start gap-1">
      <p aria-hidden="true" className="pb-1 text-xs font-semibold">
        {title}
      </p>
      <ul className="grid">
        {children.map((child, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the links of a group never move
          <li key={place}>{child}</li>
        ))}
      </ul>
    </nav>
  )
}

const cables = ['image', 'mask', 'latent', 'model', 'clip', 'conditioning'] as const

/** Where the page ends, cables run on. */
function Cables() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1200 26"
      preserveAspectRatio="none"
      fill="none"
      className="mirrored block h-6.5 w-full"
    >
      {cables.map((kind, place) => (
        <path
          key={kind}
          className={`hue-${kind} stroke-(--hue)`}
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          d={`M0 ${4 + place * 3.6}C${300 + place * 40} ${4 + place * 3.6} ${420 + place * 30} ${22 - place * 3.6} ${760 + place * 20} ${22 - place * 3.6}H1200`}
        />
      ))}
    </svg>
  )
}

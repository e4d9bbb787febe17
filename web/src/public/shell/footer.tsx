import { Link } from 'react-router'
import { docsAddress, external } from '../../ground/paths/external.ts'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'

export function Footer() {
  const t = useText('common')
  const { productName, locale } = useSite().settings
  const link = 'text-muted hover:text-ink hover:underline underline-offset-4'
  return (
    <footer className="mt-auto border-t border-line">
      <div className="mx-auto flex max-w-(--page-width) flex-wrap items-center gap-x-6 gap-y-2 px-4 py-6 text-sm sm:px-6">
        <p className="w-full text-muted">{t('footer', { product: productName })}</p>
        <Link className={link} to={links.tags()}>
          {t('tags')}
        </Link>
        <Link className={link} to={links.resolve()}>
          {t('resolve')}
        </Link>
        <Link className={link} to={links.installation()}>
          {t('installation')}
        </Link>
        <Link className={link} to={links.howToPublish()}>
          {t('publish')}
        </Link>
        <Link className={link} to={links.status()}>
          {t('status')}
        </Link>
        <Link className={link} to={links.security()}>
          {t('security')}
        </Link>
        <Link className={link} to={links.apiDocs()}>
          {t('api')}
        </Link>
        <a className={link} href={docsAddress(locale)} rel="noopener">
          {t('documentation')}
        </a>
        <a className={link} href={external.chat} rel="nofollow">
          {t('community_chat')}
        </a>
      </div>
    </footer>
  )
}

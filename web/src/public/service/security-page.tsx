import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { ButtonAnchor, ButtonLink } from '../../ground/ui/button.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'

export const handle: PageHandle = { namespaces: ['service'] }

export const loader = pageLoader(paths.security, handle, async () => null)

/** Explains how the registry protects users, its limits, and how to report a vulnerability. */
export function Component() {
  const t = useText('service')
  const { securityContact } = useSite().settings
  const parts = [
    [t('checks_title'), t('checks_text')],
    [t('limits_title'), t('limits_text')],
    [t('report_node_title'), t('report_node_text')],
    [t('report_title'), t('report_text')],
    [t('promise_title'), t('promise_text')],
  ] as const
  return (
    <Main className="grid content-start gap-6">
      <PageHead title={t('security_title')} description={t('security_text')} path={links.security()} />
      <PageTitle title={t('security_title')} lead={t('security_text')} />
      {parts.map(([title, text]) => (
        <section key={title} className="grid max-w-prose gap-1.5">
          <h2 className="text-lg font-semibold">{title}</h2>
          <p className="text-pretty">{text}</p>
        </section>
      ))}
      <p className="flex flex-wrap gap-3">
        <ButtonAnchor look="primary" href={securityContact}>
          {t('report_button')}
        </ButtonAnchor>
        <ButtonLink to={links.advisories()}>{t('advisories')}</ButtonLink>
        <ButtonAnchor href="/.well-known/security.txt">security.txt</ButtonAnchor>
      </p>
    </Main>
  )
}

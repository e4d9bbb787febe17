import { Link } from 'react-router'
import { links } from '../links.ts'
import { Logo } from '../shell/logo.tsx'
import { Main } from '../shell/main.tsx'
import { useSite, useText } from '../site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** Says that accounts are not there yet, instead of a form that leads nowhere. */
export function NotSwitchedOn({ title }: { title: string }) {
  const t = useText('auth')
  const { productName } = useSite().settings
  return (
    <Main className="grid flex-1 place-items-center">
      <PageHead title={title} />
      <div className="grid w-full max-w-md gap-6">
        <Link to={links.home()} className="flex items-center justify-center gap-2.5 text-lg font-semibold">
          <Logo />
          <span dir="auto">{productName}</span>
        </Link>
        <div className="grid gap-4 rounded-lg border border-line bg-surface p-6 shadow-raised">
          <h1 className="text-xl font-semibold">{title}</h1>
          <Notice tone="info" title={t('not_switched_on')}>
            {t('not_switched_on_text')}
          </Notice>
          <ButtonLink look="primary" to={links.home()}>
            {t('browse')}
          </ButtonLink>
        </div>
      </div>
    </Main>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LanguagePicker } from '../../ground/languages/language-picker.tsx'
import { Main } from '../../ground/page/main.tsx'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Logo } from '../../ground/ui/logo.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'

interface Props {
  title: string
  lead?: string
  /** Leaves out everything but the page's own action. */
  isBare?: boolean
  children: ReactNode
}

/** Layout of the sign-in pages, which have no top bar. */
export function AuthFrame({ title, lead, isBare, children }: Props) {
  const t = useText('auth')
  const { productName } = useSite().settings
  return (
    <Main className="grid flex-1 content-start sm:place-content-center">
      <PageHead title={title} />
      <div className="grid w-full gap-6 sm:w-md">
        <div className="flex items-center justify-between gap-2">
          <Link to={links.home()} className="flex min-w-0 items-center gap-2.5 text-lg font-semibold">
            <Logo />
            <span dir="auto" className="font-display">
              {productName}
            </span>
          </Link>
          {!isBare && <LanguagePicker />}
        </div>
        <div className="grid gap-5 rounded-lg border border-line bg-surface p-5 shadow-raised sm:p-7">
          <div className="grid gap-1">
            <h1 className="text-xl font-semibold text-balance">{title}</h1>
            {lead && <p className="text-sm text-muted text-pretty">{lead}</p>}
          </div>
          <noscript>
            <p className="rounded-md bg-info-soft px-4 py-3 text-sm text-info">{t('needs_scripts')}</p>
          </noscript>
          {children}
        </div>
      </div>
    </Main>
  )
}

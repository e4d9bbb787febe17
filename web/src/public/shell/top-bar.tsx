import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { LanguagePicker } from '../../ground/languages/language-picker.tsx'
import { docsAddress, external } from '../../ground/paths/external.ts'
import { inLocale, links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { ButtonAnchor, ButtonLink, buttonClass } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { Logo } from '../../ground/ui/logo.tsx'
import { Popover } from '../../ground/ui/popover.tsx'
import { BarSearch } from './bar-search.tsx'
import { hasTopBar } from './bar-visibility.ts'
import { ThemeSwitch } from './theme-switch.tsx'

export function TopBar() {
  const t = useText('common')
  const { pathname } = useLocation()
  if (!hasTopBar(pathname)) return null
  return (
    <header className="border-b border-line bg-surface">
      <a href="#content" className="skip-link">
        {t('skip_to_content')}
      </a>
      <div className="mx-auto flex max-w-(--page-width) flex-wrap items-center gap-x-1 gap-y-2 px-4 py-2.5 sm:gap-x-2 sm:px-6">
        <HomeLink />
        {pathname !== paths.home && <BarSearch />}
        <nav aria-label={t('main_navigation')} className="ms-auto hidden items-center md:flex">
          <DocsLink />
          <ChatLink />
        </nav>
        <div className="hidden md:block">
          <ThemeSwitch />
        </div>
        <Account />
        <Menu />
        <LanguagePicker />
      </div>
    </header>
  )
}

function HomeLink() {
  const { productName } = useSite().settings
  return (
    <Link
      to={links.home()}
      className="flex min-w-0 items-center gap-2 font-semibold tracking-tight sm:gap-2.5 sm:pe-2 sm:text-lg"
    >
      <Logo />
      <span dir="auto">{productName}</span>
    </Link>
  )
}

function DocsLink({ className = '' }: { className?: string }) {
  const t = useText('common')
  const { locale } = useSite().settings
  return (
    <ButtonAnchor look="quiet" className={className} href={docsAddress(locale)} rel="noopener">
      <Icon name="book" />
      {t('documentation')}
    </ButtonAnchor>
  )
}

function ChatLink({ className = '' }: { className?: string }) {
  const t = useText('common')
  return (
    <ButtonAnchor look="quiet" className={className} href={external.chat} rel="nofollow">
      <Icon name="chat" />
      {t('community_chat')}
    </ButtonAnchor>
  )
}

const UserMenu = lazy(() =>
  import('../../account/settings/user-menu.tsx').then(({ UserMenu }) => ({ default: UserMenu })),
)

/** Reserves space for the menu until the user is known. */
function Account() {
  const session = useSession()
  if (session.state === 'anonymous') return <LogInButtons />
  return (
    <div className="ms-auto md:ms-2">
      <Suspense fallback={<MenuPlace />}>
        {session.state === 'signed-in' ? <UserMenu user={session.user} /> : <MenuPlace />}
      </Suspense>
    </div>
  )
}

function MenuPlace() {
  return <span className="block size-10 rounded-full border-2 border-surface bg-sunken" />
}

function LogInButtons() {
  const t = useText('common')
  const fromUrl = useFromUrl()
  return (
    <div className="for-anonymous ms-auto flex items-center gap-2 md:ms-2">
      <ButtonLink look="plain" to={links.login(fromUrl)} rel="nofollow">
        {t('log_in')}
      </ButtonLink>
      <span className="hidden md:block">
        <ButtonLink look="primary" to={links.signup(fromUrl)} rel="nofollow">
          {t('sign_up')}
        </ButtonLink>
      </span>
    </div>
  )
}

/** Path and query of this page, to return to after signing in. */
function useFromUrl(): string {
  const { pathname, search } = useLocation()
  return inLocale(useSite().settings.locale, pathname + search)
}

/** Menu with the items that do not fit on a phone. */
function Menu() {
  const t = useText('common')
  const fromUrl = useFromUrl()
  const isAnonymous = useSession().state === 'anonymous'
  return (
    <div className="md:hidden">
      <Popover
        label={t('menu')}
        summary={<Icon name="menu" />}
        summaryClass={buttonClass('quiet', 'px-2')}
        panelClass="w-64 p-2"
      >
        <div className="grid gap-1">
          {isAnonymous && (
            <ButtonLink look="primary" className="for-anonymous" to={links.signup(fromUrl)} rel="nofollow">
              {t('sign_up')}
            </ButtonLink>
          )}
          <DocsLink className="justify-start" />
          <ChatLink className="justify-start" />
          <div className="flex justify-center border-t border-line pt-2">
            <ThemeSwitch />
          </div>
        </div>
      </Popover>
    </div>
  )
}

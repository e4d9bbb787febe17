import { lazy, Suspense } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
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
  const { pathname, search } = useLocation()
  if (!hasTopBar(pathname)) return null
  const isHome = pathname === paths.home && search === ''
  return (
    <header className="top-bar border-b border-line">
      <a href="#content" className="skip-link">
        {t('skip_to_content')}
      </a>
      <div className="mx-auto flex max-w-(--page-width) flex-wrap items-center gap-x-1 gap-y-2 sm:flex-nowrap px-4 py-2.5 sm:gap-x-1.5 sm:px-6">
        <HomeLink />
        <nav aria-label={t('main_navigation')} className="hidden items-center xl:flex">
          <PageLink to={links.workflows()} text={t('workflows')} />
          <PageLink to={links.collections()} text={t('collections')} />
          <PageLink to={links.resolve()} text={t('resolve')} />
          <PageLink to={links.howToPublish()} text={t('publish')} />
        </nav>
        {isHome ? <span className="hidden md:block md:flex-1" /> : <BarSearch />}
        <div className="ms-auto hidden items-center md:flex">
          <DocsLink />
          <ChatLink />
        </div>
        <div className="relative flex shrink-0 items-center sm:gap-x-1.5">
          <Account />
          <Menu />
          <LanguagePicker />
        </div>
      </div>
    </header>
  )
}

/** The name wraps out of sight where it does not fit beside the logo. */
function HomeLink() {
  const { productName } = useSite().settings
  return (
    <Link
      to={links.home()}
      className="font-display flex h-9 min-w-0 flex-1 flex-wrap content-start items-center gap-2 overflow-hidden text-lg sm:h-auto sm:flex-none sm:flex-nowrap sm:overflow-visible sm:gap-2.5 sm:pe-3 sm:text-xl"
    >
      <Logo />
      <span dir="auto">{productName}</span>
    </Link>
  )
}

function PageLink({ to, text }: { to: string; text: string }) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        `rounded-md px-2.5 py-2 text-sm font-medium whitespace-nowrap transition-colors ${isActive ? 'text-ink' : 'text-muted hover:bg-sunken hover:text-ink'}`
      }
    >
      {text}
    </NavLink>
  )
}

interface BarLink {
  className?: string
  /** The words are seen, not only read out. */
  hasText?: boolean
}

function DocsLink({ className = 'px-2.5!', hasText = false }: BarLink) {
  const t = useText('common')
  const { locale } = useSite().settings
  const words = t('documentation')
  return (
    <ButtonAnchor
      look="quiet"
      className={className}
      href={docsAddress(locale)}
      rel="noopener"
      {...(hasText ? {} : { title: words })}
    >
      <Icon name="book" />
      <span className={hasText ? '' : 'sr-only'}>{words}</span>
    </ButtonAnchor>
  )
}

function ChatLink({ className = 'px-2.5!', hasText = false }: BarLink) {
  const t = useText('common')
  const words = t('community_chat')
  return (
    <ButtonAnchor
      look="quiet"
      className={className}
      href={external.chat}
      rel="nofollow"
      {...(hasText ? {} : { title: words })}
    >
      <Icon name="chat" />
      <span className={hasText ? '' : 'sr-only'}>{words}</span>
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
    <div className="ms-auto md:ms-1">
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
    <div className="for-anonymous ms-auto flex items-center gap-1.5 md:ms-1">
      <ButtonLink look="quiet" className="px-2! text-ink! sm:px-3!" to={links.login(fromUrl)} rel="nofollow">
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

const menuLook = 'justify-start text-ink!'

/** Menu with the items that do not fit in the bar. */
function Menu() {
  const t = useText('common')
  const fromUrl = useFromUrl()
  const isAnonymous = useSession().state === 'anonymous'
  return (
    <div className="xl:hidden">
      <Popover
        label={t('menu')}
        summary={<Icon name="menu" />}
        summaryClass={buttonClass('quiet', 'px-2')}
        panelClass="w-64 p-2"
      >
        <div className="grid gap-1">
          {isAnonymous && (
            <ButtonLink
              look="primary"
              className="for-anonymous md:hidden!"
              to={links.signup(fromUrl)}
              rel="nofollow"
            >
              {t('sign_up')}
            </ButtonLink>
          )}
          <ButtonLink look="quiet" className={menuLook} to={links.workflows()}>
            <Icon name="flow" />
            {t('workflows')}
          </ButtonLink>
          <ButtonLink look="quiet" className={menuLook} to={links.collections()}>
            <Icon name="list" />
            {t('collections')}
          </ButtonLink>
          <ButtonLink look="quiet" className={menuLook} to={links.resolve()}>
            <Icon name="drop" />
            {t('resolve')}
          </ButtonLink>
          <ButtonLink look="quiet" className={menuLook} to={links.howToPublish()}>
            <Icon name="package" />
            {t('publish')}
          </ButtonLink>
          <span className="grid gap-1 border-t border-line pt-1 md:hidden">
            <DocsLink className={menuLook} hasText />
            <ChatLink className={menuLook} hasText />
          </span>
          <div className="flex justify-center border-t border-line pt-2">
            <ThemeSwitch />
          </div>
        </div>
      </Popover>
    </div>
  )
}

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentType, Suspense } from 'react'
import {
  createMemoryRouter,
  type LoaderFunction,
  RouterContextProvider,
  RouterProvider,
  useLocation,
} from 'react-router'
import { type FakeRegistry, type Rule, registryFor, type Viewer } from '../site/registry.test-support.ts'
import { SiteContext, siteOfRequest } from '../site/site.ts'
import { Toasts } from '../ui/toasts.tsx'
import { ErrorPage } from './error-page.tsx'

/** Whole pages take seconds on a busy machine. Failed queries print one line, without the page's HTML. */
configure({
  asyncUtilTimeout: 20_000,
  getElementError: (message) => new Error(message?.split('\n', 1)[0]),
})

interface PageModule {
  Component: ComponentType
  loader?: LoaderFunction
}

interface Visit {
  /** Route pattern of the page. */
  path: string
  /** Address to open, if the pattern has parameters. */
  at?: string
  /** The signed-in user. Omitted for an anonymous visitor. */
  as?: Viewer
  rules?: readonly Rule[]
  /** Whether the tab was open before. */
  keepsStorage?: boolean
}

/** Opens a page of the site. Links lead to a placeholder that shows its address. */
export function openPage(
  page: PageModule,
  { path, at = path, as, rules, keepsStorage = false }: Visit,
): FakeRegistry {
  cleanup()
  localStorage.clear()
  if (!keepsStorage) sessionStorage.clear()
  const registry = registryFor(as ?? 'anonymous', rules)
  const { site } = registry
  const getContext = () => {
    const context = new RouterContextProvider()
    context.set(siteOfRequest, site)
    return context
  }
  const shown = { path, Component: page.Component, ErrorBoundary: ErrorPage, HydrateFallback: () => null }
  const router = createMemoryRouter(
    [
      { ...shown, ...(page.loader ? { loader: page.loader } : {}) },
      { path: '*', Component: Elsewhere },
    ],
    { initialEntries: [at], getContext },
  )
  render(
    <SiteContext value={site}>
      <QueryClientProvider client={site.queries}>
        <Suspense>
          <RouterProvider router={router} />
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </SiteContext>,
  )
  return registry
}

function Elsewhere() {
  const { pathname, search } = useLocation()
  return <p>At {pathname + search}</p>
}

/** Presses a button once it exists. */
export async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }))
}

/** Fills in a field or select once it exists. */
export async function fill(label: string | RegExp, value: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
}

/** Returns the accessible names of all buttons and links in an element. */
export function offersIn(element: HTMLElement): string[] {
  return [...element.querySelectorAll('button, a[href]')].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent ?? '',
  )
}

/** Returns the accessible names of all buttons and links in the page content. */
export const offers = (): string[] => offersIn(document.querySelector('main') ?? document.body)

/** Returns the rows of the table with this caption, once it exists. */
export async function rowsOf(caption: string): Promise<HTMLElement[]> {
  const table = await screen.findByRole('table', { name: caption })
  return [...table.querySelectorAll<HTMLElement>('tbody tr')]
}

/** Presses a button of the open dialog. */
export function confirm(name: string): void {
  const buttons = [...document.querySelectorAll('dialog button')]
  const button = buttons.find(({ textContent }) => textContent === name)
  if (!button) throw new Error(`no button of a dialog says ${name}`)
  fireEvent.click(button)
}

/** Toggles a checkbox once it exists. */
export async function tick(label: string | RegExp): Promise<void> {
  fireEvent.click(await screen.findByLabelText(label))
}

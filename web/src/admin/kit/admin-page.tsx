import type { ComponentType } from 'react'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import type { Namespace, TextKey, Texts } from '../../ground/texts/texts.ts'
import { AdminPage } from './admin-layout.tsx'

interface AdminPageParts {
  path: string
  title: TextKey<'admin'>
  /** In addition to the namespaces of every admin page. */
  namespaces: readonly Namespace[]
  lead?(texts: Texts): string
  /** Buttons next to the title. */
  Actions?: ComponentType
  Content: ComponentType
}

/**
 * Returns the exports of an admin page's module. The content renders, and loads its data, for admins only.
 */
export function adminPage({ path, title, namespaces, lead, Actions, Content }: AdminPageParts) {
  const handle: PageHandle = { namespaces: ['admin', ...namespaces] }
  return {
    handle,
    loader: pageLoader(path, handle, async () => {}),
    Component() {
      const t = useText('admin')
      const { texts } = useSite()
      return (
        <AdminPage title={t(title)} lead={lead?.(texts)} actions={Actions && <Actions />}>
          <Content />
        </AdminPage>
      )
    },
  }
}

import { Link } from 'react-router'
import { Main } from '../../ground/page/main.tsx'
import { Notice } from '../../ground/ui/notice.tsx'

interface NoAccess {
  /** Name of the node or publisher. */
  name: string
  title: string
  text: string
  publicPage: { to: string; text: string }
}

/**
 * Replaces a management page when the user does not belong to the publisher, and links to the public page.
 */
export function NoAccess({ name, title, text, publicPage }: NoAccess) {
  return (
    <Main className="grid content-start gap-4">
      <h1 className="text-2xl font-bold tracking-tight wrap-anywhere">
        <bdi>{name}</bdi>
      </h1>
      <Notice tone="warn" title={title}>
        {text}
      </Notice>
      <p>
        <Link to={publicPage.to} className="text-accent underline-offset-4 hover:underline">
          {publicPage.text}
        </Link>
      </p>
    </Main>
  )
}

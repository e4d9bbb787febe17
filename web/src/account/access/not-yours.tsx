import { Link } from 'react-router'
import { Main } from '../../ground/page/main.tsx'
import { Notice } from '../../ground/ui/notice.tsx'

interface NotYours {
  /** Of what somebody wanted to manage. */
  name: string
  title: string
  text: string
  publicPage: { to: string; text: string }
}

/** In place of a page for those to whom a thing belongs; its public page is for everybody. */
export function NotYours({ name, title, text, publicPage }: NotYours) {
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

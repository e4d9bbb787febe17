import type { ReactNode } from 'react'
import { useFormats, useText } from '../../ground/site/site.ts'
import { httpAddress, readableAddress } from '../../ground/ui/http-address.ts'
import { Icon, type IconName } from '../../ground/ui/icon.tsx'
import { NodeIcon } from '../../ground/ui/node-icon.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { publisherPicture } from '../../ground/ui/pictures.ts'
import type { PublisherView } from './queries.ts'

interface PublisherHeader {
  publisher: PublisherView
  /** Buttons: beside the name where there is room, otherwise below. */
  children?: ReactNode
}

export function PublisherHeader({ publisher, children }: PublisherHeader) {
  const t = useText('publishers')
  return (
    <header className="grid gap-4">
      <div className="flex flex-wrap gap-4 sm:flex-nowrap sm:gap-5">
        <NodeIcon id={publisher.id} picture={publisher.logo && publisherPicture(publisher.id)} size="large" />
        <div className="grid min-w-0 flex-1 content-start gap-1.5">
          <h1 className="text-xl font-bold tracking-tight break-words sm:text-2xl">
            <bdi>{publisher.name}</bdi>
          </h1>
          <p className="text-sm text-muted">
            <bdi>@{publisher.id}</bdi>
          </p>
          <p className="max-w-prose whitespace-pre-line break-words" dir="auto">
            {publisher.description}
          </p>
          <Details publisher={publisher} />
        </div>
        {children && (
          <div className="flex flex-wrap content-start items-start gap-2 max-sm:basis-full sm:justify-end print:hidden">
            {children}
          </div>
        )}
      </div>
      {publisher.isBanned && <Notice tone="danger" title={t('banned')} />}
      {publisher.is_ownerless && <Notice tone="warn" title={t('ownerless')} />}
    </header>
  )
}

function Details({ publisher }: { publisher: PublisherView }) {
  const t = useText('publishers')
  const formats = useFormats()
  return (
    <ul className="facts pt-1 text-sm text-muted">
      <OutsideLink icon="link" label={t('website')} address={publisher.website} />
      <OutsideLink icon="code" label={t('source_code')} address={publisher.source_code_repo} />
      {publisher.people.length > 0 && (
        <li dir="auto">{t('people', { names: formats.list(publisher.people) })}</li>
      )}
      <li>{t('since', { date: formats.date(publisher.createdAt) })}</li>
    </ul>
  )
}

function OutsideLink({ icon, label, address }: { icon: IconName; label: string; address: string }) {
  const href = httpAddress(address)
  if (!href) return null
  return (
    <li>
      <a
        href={href}
        rel="nofollow noopener ugc"
        className="flex items-center gap-1.5 text-accent underline-offset-4 hover:underline"
      >
        <Icon name={icon} className="size-4" />
        <span className="sr-only">{label}</span>
        <bdi>{readableAddress(href)}</bdi>
      </a>
    </li>
  )
}

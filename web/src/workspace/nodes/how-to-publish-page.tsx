import { listPublisherNodesPaged } from '@nodeyard/contract/packs'
import { createToken, listTokens, type Publisher } from '@nodeyard/contract/people'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ownPublishersQuery } from '../../account/access/queries.ts'
import { UnverifiedStrip } from '../../account/access/unverified-strip.tsx'
import { useMay } from '../../account/access/use-may.ts'
import { useDraft } from '../../ground/forms/draft.ts'
import { Field } from '../../ground/forms/field.tsx'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { inLocale, links } from '../../ground/paths/links.ts'
import { manageLinks, publishSearch } from '../../ground/paths/manage-links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSearch } from '../../ground/paths/search-params.ts'
import { routeQuery } from '../../ground/site/route-query.ts'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { useChosen } from '../../ground/tables/use-chosen.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { useHydrated } from '../../ground/ui/hydrated.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { Loading } from '../../ground/ui/loading.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { readVisitorsDraft, storeVisitorsDraft } from '../../public/safety/visitors-draft.ts'
import { LivePack } from './live-pack.tsx'
import { NewPublisher } from './new-publisher.tsx'
import { NewToken } from './new-token.tsx'
import type { PublishTarget } from './publish-commands.ts'
import { PublishMethods } from './publish-methods.tsx'

export const handle: PageHandle = { namespaces: ['manage', 'forms'] }
export const loader = pageLoader(paths.howToPublish, handle, async () => {})

export function Component() {
  const t = useText('manage')
  const isSignedIn = useSession().state === 'signed-in'
  return (
    <Main band={<UnverifiedStrip />} className="grid grid-cols-1 content-start gap-6">
      <PageHead title={t('publish_title')} description={t('publish_lead')} path={paths.howToPublish} />
      <PageTitle title={t('publish_title')} lead={t('publish_lead')} />
      {isSignedIn ? <OwnGuide /> : <Guide />}
    </Main>
  )
}

const pollMs = 5000

/**
 * The guide with the progress of the user's account. Data reloads when the window gets the focus, for example
 * after a command in a terminal.
 */
function OwnGuide() {
  const site = useSite()
  const requestedId = useSearch(publishSearch).publisher
  const publishers = useQuery({ ...ownPublishersQuery(site), refetchOnWindowFocus: true })
  const chosen = publishers.data?.find(({ id }) => id === requestedId) ?? publishers.data?.[0]
  const may = useMay(chosen?.id)
  const nodes = useQuery({
    ...publishedQuery(site, chosen?.id ?? ''),
    enabled: chosen !== undefined,
    refetchOnWindowFocus: true,
    // Polls until a node is listed, so that the last step completes by itself.
    refetchInterval: ({ state }) => (state.data?.some(({ isListed }) => isListed) ? false : pollMs),
  })
  const tokens = useQuery({
    ...routeQuery(site, listTokens, { params: { publisherId: chosen?.id ?? '' } }),
    enabled: chosen !== undefined && may(listTokens),
  })
  if (!publishers.data) return <Loading error={publishers.error} retry={publishers.refetch} />
  return (
    <Guide
      isSignedIn
      publishers={publishers.data}
      {...(chosen ? { chosen } : {})}
      hasToken={(tokens.data?.length ?? 0) > 0}
      published={nodes.data ?? []}
      mayCreateToken={chosen !== undefined && may(createToken)}
    />
  )
}

function publishedQuery(site: Site, publisherId: string) {
  const input = { params: { publisherId }, query: { limit: 100 } }
  const query = routeQuery(site, listPublisherNodesPaged, input, ({ nodes }) =>
    nodes.map(({ id, latest_version }) => ({ id, isListed: latest_version !== undefined })),
  )
  return { ...query, queryKey: [...query.queryKey, 'published'] }
}

interface PublishedNode {
  id: string
  isListed: boolean
}

interface GuideProps {
  isSignedIn?: boolean
  publishers?: Publisher[]
  chosen?: Publisher
  hasToken?: boolean
  published?: PublishedNode[]
  mayCreateToken?: boolean
}

function Guide({
  isSignedIn = false,
  publishers = [],
  chosen,
  hasToken = false,
  published = [],
  mayCreateToken = false,
}: GuideProps) {
  const t = useText('manage')
  const { apiUrl, servesExistingClients, locale } = useSite().settings
  const fromUrl = inLocale(locale, links.howToPublish())
  const typed = useTypedId(isSignedIn)
  const ownId = typed.id || published[0]?.id
  const target: PublishTarget = {
    apiUrl,
    servesExistingClients,
    publisherId: chosen?.id ?? 'your-publisher',
    nodeId: ownId ?? 'my-node',
  }
  const own = published.find(({ id }) => id === target.nodeId) ?? published[0]
  return (
    <ol className="grid grid-cols-1 gap-4">
      <Step number={1} title={t('guide_account')} isDone={isSignedIn}>
        {!isSignedIn && (
          <div className="flex flex-wrap gap-2">
            <ButtonLink look="primary" to={links.signup(fromUrl)}>
              {t('guide_sign_up')}
            </ButtonLink>
            <ButtonLink to={links.login(fromUrl)}>{t('guide_log_in')}</ButtonLink>
          </div>
        )}
      </Step>
      <Step number={2} title={t('guide_publisher')} isDone={chosen !== undefined}>
        <PublisherStep isSignedIn={isSignedIn} publishers={publishers} chosen={chosen} />
      </Step>
      <Step number={3} title={t('guide_token')} isDone={hasToken}>
        <p className="max-w-prose text-sm text-muted text-pretty">{t('guide_token_text')}</p>
        {chosen && mayCreateToken && <NewToken key={chosen.id} publisherId={chosen.id} nodeId={ownId} />}
        {chosen && !mayCreateToken && <p className="text-sm text-muted">{t('owners_only')}</p>}
      </Step>
      <Step number={4} title={t('guide_publish')} isDone={own !== undefined}>
        <Field
          className="max-w-sm"
          label={t('guide_node_id')}
          hint={t('guide_node_id_hint')}
          dir="ltr"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={target.nodeId}
          value={typed.id}
          onChange={({ target: { value } }) => typed.set(value.replace(/[^\w.-]/g, ''))}
        />
        <PublishMethods target={target} />
      </Step>
      <Step number={5} title={t('guide_watch')} isDone={own?.isListed === true}>
        <WatchStep own={own} />
      </Step>
    </ol>
  )
}

interface PublisherStepProps {
  isSignedIn: boolean
  publishers: readonly Publisher[]
  chosen: Publisher | undefined
}

function PublisherStep({ isSignedIn, publishers, chosen }: PublisherStepProps) {
  const t = useText('manage')
  return (
    <>
      <p className="max-w-prose text-sm text-muted text-pretty">{t('guide_publisher_text')}</p>
      {publishers.length > 1 && chosen && <Choice publishers={publishers} chosen={chosen.id} />}
      {chosen && publishers.length === 1 && <bdi className="font-mono text-sm">{chosen.id}</bdi>}
      {isSignedIn && !chosen && <NewPublisher />}
    </>
  )
}

function WatchStep({ own }: { own: PublishedNode | undefined }) {
  const t = useText('manage')
  return (
    <>
      {own?.isListed ? (
        <LivePack nodeId={own.id} />
      ) : (
        <p className="max-w-prose text-sm text-muted text-pretty">{t('guide_watch_text')}</p>
      )}
      {own && (
        <ButtonLink to={manageLinks.versions(own.id)} className="justify-self-start">
          {t('guide_watch_link', { name: own.id })}
        </ButtonLink>
      )}
    </>
  )
}

const typedIdKey = 'publish-node-id'

/** The node id that the user typed, which survives the sign-in of the guide. */
function useTypedId(isSignedIn: boolean): { id: string; set(id: string): void } {
  const draft = useDraft<string>(typedIdKey, '')
  const isHydrated = useHydrated()
  const [typed, setTyped] = useState<string>()
  const visitorsId = typed ?? (isHydrated ? readVisitorsDraft(typedIdKey)['id'] : undefined) ?? ''
  const set = (id: string) => {
    setTyped(id)
    if (isSignedIn) draft.set(id)
    storeVisitorsDraft(typedIdKey, isSignedIn ? undefined : { id })
  }
  return { id: draft.isTyped ? draft.value : visitorsId, set }
}

const idOfStep = (number: number) => `step-${number}`

function Step({
  number,
  title,
  isDone,
  children,
}: {
  number: number
  title: string
  isDone: boolean
  children?: ReactNode
}) {
  const t = useText('manage')
  const item = useRef<HTMLLIElement>(null)
  const isTarget = useLocation().hash === `#${idOfStep(number)}`
  // The browser scrolls to the fragment before the account is known and the guide renders.
  useEffect(() => {
    if (isTarget) item.current?.scrollIntoView()
  }, [isTarget])
  return (
    <li ref={item} id={idOfStep(number)} className="scroll-mt-4">
      <Part
        title={t('guide_step', { number, title })}
        action={
          isDone && (
            <p className="flex items-center gap-2 text-sm font-medium text-accent">
              <Icon name="check" />
              {t('guide_done')}
            </p>
          )
        }
      >
        {children}
      </Part>
    </li>
  )
}

function Choice({ publishers, chosen }: { publishers: readonly Publisher[]; chosen: string }) {
  const t = useText('manage')
  const navigate = useNavigate()
  const [shown, choose] = useChosen(chosen)
  return (
    <label className="grid max-w-sm gap-1.5 text-sm font-medium">
      {t('guide_choose')}
      <select
        value={shown}
        onChange={({ target: { value } }) => {
          choose(value)
          void navigate(manageLinks.howToPublish({ publisher: value }), {
            replace: true,
            preventScrollReset: true,
          })
        }}
        className="h-11 rounded-md border border-edge bg-surface px-3 text-base font-normal"
      >
        {publishers.map(({ id }) => (
          <option key={id}>{id}</option>
        ))}
      </select>
    </label>
  )
}

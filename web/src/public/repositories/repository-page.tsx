import { programCommand } from '@nodeyard/contract/discovery'
import { RegistryRefusal } from '@nodeyard/contract/ground'
import {
  getRepositoryReading,
  type RepositoryReading,
  requestRepositoryReading,
} from '@nodeyard/contract/packs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { redirect, useParams } from 'react-router'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { routeQuery } from '../../ground/site/route-query.ts'
import { type Site, useFormats, useSite, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Command } from '../../ground/ui/command.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { useNow } from '../../ground/ui/use-now.ts'
import { CheckResult } from './check-result.tsx'

export const handle: PageHandle = {
  namespaces: ['repositories', 'nodes', 'manage', 'paths', 'plan', 'forms'],
}

const namesCommit = /(?:@|\/commit\/)[0-9a-f]{40}(?:[0-9a-f]{24})?$/i

/** Addresses of pages leave out the protocol, but people also paste whole addresses. */
const addressOf = (rest: string | undefined) => `https://${(rest ?? '').replace(/^https?:\/*/i, '')}`

type BadAddress = 'address_invalid' | 'address_secret'
type View = RepositoryReading | BadAddress

/** Turns the refusal of an address into a view, so that the page explains it. */
function toView(error: unknown): BadAddress {
  const code = error instanceof RegistryRefusal ? error.problem.error : ''
  if (code === 'repository_address_invalid') return 'address_invalid'
  if (code === 'repository_address_secret') return 'address_secret'
  throw error
}

function repositoryQuery(site: Pick<Site, 'registry'>, address: string) {
  const { queryKey, queryFn } = routeQuery<typeof getRepositoryReading, View>(site, getRepositoryReading, {
    query: { address },
  })
  return {
    queryKey,
    queryFn: (context: Parameters<typeof queryFn>[0]) => Promise.resolve(queryFn(context)).catch(toView),
  }
}

export const loader = pageLoader(paths.repository, handle, async ({ site, params }) => {
  const rest = (params as Record<string, string | undefined>)['*']
  const found = await site.queries.ensureQueryData(repositoryQuery(site, addressOf(rest)))
  if (typeof found !== 'string' && found.node_id !== undefined) throw redirect(links.node(found.node_id))
})

const soonMs = 2000
const laterMs = 5000
const soonCount = 10

/** Asks often at first, and less often later. */
const pauseOf = ({ data, dataUpdateCount }: { data: View | undefined; dataUpdateCount: number }) =>
  typeof data === 'object' && (data.state === 'waiting' || data.state === 'reading')
    ? dataUpdateCount < soonCount
      ? soonMs
      : laterMs
    : false

export function Component() {
  const t = useText('repositories')
  const site = useSite()
  const { productName } = site.settings
  const address = addressOf(useParams()['*'])
  const query = repositoryQuery(site, address)
  const { data } = useSuspenseQuery({ ...query, refetchInterval: ({ state }) => pauseOf(state) })
  if (typeof data === 'string')
    return (
      <Main className="grid content-start gap-6">
        <PageHead title={t('above')} />
        <PageTitle
          title={t(data)}
          lead={t(data === 'address_secret' ? 'address_secret_text' : 'address_invalid_text')}
        />
      </Main>
    )
  const { key, repository, commit, check } = data
  const read = async () => {
    site.queries.setQueryData(
      query.queryKey,
      await site.registry.call(requestRepositoryReading, { body: { address } }),
    )
  }
  return (
    <Main className="grid grid-cols-1 content-start gap-8">
      <PageHead title={key} description={t('lead', { product: productName })} />
      <PageTitle
        above={t('above')}
        title={<bdi dir="ltr">{key}</bdi>}
        lead={t('lead', { product: productName })}
      >
        <a href={repository} rel="nofollow noopener ugc" className="text-sm text-accent hover:underline">
          {t('open')}
        </a>
      </PageTitle>
      {namesCommit.test(address) && (
        <p className="max-w-prose text-sm text-muted text-pretty">{t('fork_note')}</p>
      )}
      {check && commit ? (
        <CheckResult reading={data} check={check} commit={commit}>
          <ReadButton reading={data} read={read} />
        </CheckResult>
      ) : (
        <State reading={data} read={read} />
      )}
      <Claim repository={repository} repositoryKey={key} />
    </Main>
  )
}

interface Reading {
  reading: RepositoryReading
  read(): Promise<void>
}

function State({ reading, read }: Reading) {
  const t = useText('repositories')
  const { state, failure = 'failed', commit } = reading
  if (state === 'off')
    return (
      <Notice tone="info" title={t('off')}>
        {t('off_text')}
      </Notice>
    )
  if (state === 'host_refused')
    return (
      <Notice tone="info" title={t('host_refused')}>
        {t('off_text')}
      </Notice>
    )
  if (state === 'waiting' || state === 'reading')
    return (
      <div role="status" aria-live="polite">
        <Notice tone="info" title={t(state)}>
          {t('progress')}
        </Notice>
      </div>
    )
  return (
    <div className="grid justify-items-start gap-3">
      {state === 'unread' && (
        <p className="max-w-prose text-pretty">{t(commit ? 'unread_commit' : 'unread')}</p>
      )}
      {state === 'failed' && (
        <Notice tone="warn" title={t('failed')}>
          {t(failures[failure])}
        </Notice>
      )}
      <ReadButton reading={reading} read={read} />
    </div>
  )
}

function ReadButton({ reading: { state, again_at: againAt }, read }: Reading) {
  const t = useText('repositories')
  const formats = useFormats()
  const { run, isRunning, problem } = useAction()
  const now = useNow()
  const isEarly = againAt !== undefined && Date.parse(againAt) > now
  return (
    <div className="needs-script grid justify-items-start gap-2 print:hidden">
      <Button
        look={state === 'unread' ? 'primary' : 'plain'}
        disabled={isRunning || isEarly}
        onClick={() => void run(read)}
      >
        {t(state === 'unread' ? 'read' : 'read_again')}
      </Button>
      {isEarly && <p className="text-sm text-muted">{t('again_at', { time: formats.dateTime(againAt) })}</p>}
      <RefusalNote problem={problem} />
    </div>
  )
}

const failures: Record<NonNullable<RepositoryReading['failure']>, TextKey<'repositories'>> = {
  gone: 'failure_gone',
  moved: 'failure_moved',
  private: 'failure_private',
  too_large: 'failure_too_large',
  not_a_pack: 'failure_not_a_pack',
  unreadable: 'failure_unreadable',
  refused: 'failure_unreadable',
  opted_out: 'failure_opted_out',
  host_busy: 'failure_host_busy',
  slow: 'failure_slow',
  failed: 'failure_failed',
}

/** Shows authors the commands that publish it, and the badge. */
function Claim({ repository, repositoryKey }: { repository: string; repositoryKey: string }) {
  const t = useText('repositories')
  const { apiUrl, siteUrl } = useSite().settings
  const badge = `[![check](${siteUrl}/badges/repositories/${repositoryKey}.svg)](${siteUrl}${links.repository(repositoryKey)})`
  return (
    <section aria-labelledby="claim" className="card grid gap-3 p-5 text-sm">
      <h2 id="claim" className="text-lg">
        {t('claim')}
      </h2>
      <p className="max-w-prose text-pretty">{t('claim_text')}</p>
      <Command text={claimCommands(apiUrl, repository).join('\n')} copyLabel={t('copy')} />
      <p>{t('badge')}</p>
      <Command text={badge} copyLabel={t('copy_badge')} />
    </section>
  )
}

/** Commands that check and publish a repository from a clone. */
export function claimCommands(apiUrl: string, repository: string): string[] {
  const program = programCommand(apiUrl)
  const folder =
    repository
      .split('/')
      .at(-1)
      ?.replace(/\.git$/, '') ?? ''
  return [
    `git clone ${repository}`,
    `cd ${folder}`,
    `${program} check`,
    `${program} login`,
    `${program} init`,
    `${program} publish`,
  ]
}

import { claimNode } from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { SignedInOnly } from '../../account/access/guards.tsx'
import { useMay } from '../../account/access/use-may.ts'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { claimSearch, memberLinks, memberPaths } from '../../ground/paths/member-links.ts'
import { useSearch } from '../../ground/paths/search-params.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'
import { Loading } from '../../ground/ui/loading.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { nodeQuery } from '../../public/nodes/queries.ts'
import { publisherQuery } from '../../public/publishers/queries.ts'
import { ClaimedAlready } from './claimed-already.tsx'
import { OutcomeNote } from './outcome-note.tsx'
import { RepositoryLink } from './repository-link.tsx'
import { repositoryNameAt } from './repository-name.ts'
import { leaveForCodeHost, type Outcome, takeOutcome } from './round-trip.ts'
import { type Stage, Stages } from './stages.tsx'

export const handle: PageHandle = { namespaces: ['workspace', 'forms'] }
export const loader = pageLoader(memberPaths.claimMyNode, handle, ({ site, params: { publisherId } }) =>
  site.queries.ensureQueryData(publisherQuery(site, publisherId)),
)

/**
 * Claims an unowned node for one of the user's publishers, or proves that a publisher controls the repository
 * of its own node. Source: API contract 36.2.
 */
export function Component() {
  const t = useText('workspace')
  const { publisherId } = usePageParams(memberPaths.claimMyNode)
  const { nodeId, repository } = useSearch(claimSearch)
  return (
    <>
      <PageHead title={nodeId ? t('claim_name', { name: nodeId }) : t('claim_title')} />
      <SignedInOnly>
        {(user) => (
          <Main className="grid max-w-2xl! content-start gap-6">
            <h1 className="text-2xl font-bold tracking-tight wrap-anywhere">
              {nodeId ? t('claim_name', { name: nodeId }) : t('claim_title')}
            </h1>
            {nodeId ? (
              <ClaimOf user={user} publisherId={publisherId} nodeId={nodeId} asked={repository} />
            ) : (
              <Notice tone="danger" title={t('claim_no_node')}>
                <ButtonLink to={links.ownNodes()} className="mt-2">
                  {t('to_own_nodes')}
                </ButtonLink>
              </Notice>
            )}
          </Main>
        )}
      </SignedInOnly>
    </>
  )
}

interface Claimed {
  user: SignedInUser
  publisherId: string
  nodeId: string
  /** The repository to prove for an own node. */
  asked: string
}

function ClaimOf({ user, publisherId, nodeId, asked }: Claimed) {
  const node = useQuery(nodeQuery(useSite(), nodeId))
  // Kept in memory only, because it contains a token.
  const [outcome, setOutcome] = useState<Outcome>()
  const [isDone, setDone] = useState(false)
  const hasLooked = useRef(false)
  useEffect(() => {
    if (hasLooked.current) return
    hasLooked.current = true
    setOutcome(takeOutcome({ uid: user.uid, publisherId, nodeId }))
  }, [user.uid, publisherId, nodeId])

  const isOwn = node.data?.publisher.id === publisherId
  if (isDone) return <Done nodeId={nodeId} publisherId={publisherId} isOwn={isOwn} />
  if (!node.data) return <Loading error={node.error} retry={node.refetch} />
  if (!node.data.isUnclaimed && !isOwn) return <ClaimedAlready nodeId={nodeId} />
  const repository = (isOwn && asked) || node.data.repository
  const claim = { user, publisherId, nodeId, asked: isOwn ? asked : '' }
  const frame = { nodeId, publisherId, isOwn, repository }
  if (outcome && 'token' in outcome) {
    return (
      <StageFrame stage="claim" {...frame}>
        <ConfirmStage
          claim={claim}
          given={outcome}
          onDone={() => setDone(true)}
          onAnew={() => setOutcome(undefined)}
        />
      </StageFrame>
    )
  }
  return (
    <StageFrame stage="info" {...frame}>
      {outcome && <OutcomeNote error={outcome.error} />}
      <StartStage claim={claim} repository={repository} isAgain={outcome !== undefined} />
    </StageFrame>
  )
}

/** Shows the node, its repository and the publisher above each stage. */
function StageFrame({
  stage,
  nodeId,
  publisherId,
  isOwn,
  repository,
  children,
}: {
  stage: Stage
  nodeId: string
  publisherId: string
  isOwn: boolean
  repository: string | undefined
  children: ReactNode
}) {
  const t = useText('workspace')
  return (
    <>
      <Stages stage={stage} />
      <section className="grid gap-4 rounded-lg border border-line bg-surface p-5 sm:p-6">
        <p className="wrap-anywhere">
          {t(isOwn ? 'prove_repository' : 'claim_from_to', { text: nodeId, name: publisherId })}
        </p>
        <RepositoryLink address={repository} />
        {children}
      </section>
    </>
  )
}

/** First stage: explains the request to the code host and goes there. */
function StartStage({
  claim: { user, publisherId, nodeId, asked },
  repository,
  isAgain,
}: {
  claim: Claimed
  repository: string | undefined
  isAgain: boolean
}) {
  const t = useText('workspace')
  const { codeHost, locale } = useSite().settings
  const may = useMay(publisherId)
  const [isLeaving, setLeaving] = useState(false)
  const name = repositoryNameAt(codeHost, repository)
  if (codeHost === '') {
    return (
      <Notice tone="warn" title={t('claim_not_set_up')}>
        {t('claim_not_set_up_text')}
      </Notice>
    )
  }
  if (!repository) return <Notice tone="danger" title={t('claim_no_repository')} />
  if (!name) return <Notice tone="danger" title={t('claim_bad_repository', { host: codeHost })} />
  if (!may(claimNode)) return <p className="text-sm text-muted">{t('only_owners_claim')}</p>
  if (isLeaving) return <Spinner label={t('claim_leaving')} />
  const leave = () => {
    setLeaving(true)
    const page = memberLinks.claimMyNode(publisherId, { nodeId, repository: asked })
    leaveForCodeHost({ uid: user.uid, publisherId, nodeId }, name, { locale, page })
  }
  return (
    <>
      <p className="text-sm text-muted text-pretty">{t('claim_how', { host: codeHost })}</p>
      <Button look="primary" className="justify-self-start" onClick={leave}>
        {isAgain ? t('claim_again', { host: codeHost }) : t('claim_go', { host: codeHost })}
      </Button>
    </>
  )
}

/** Last stage, after the code host confirmed the user's admin rights: one press completes the claim. */
function ConfirmStage({
  claim: { publisherId, nodeId, asked },
  given: { token, login },
  onDone,
  onAnew,
}: {
  claim: Claimed
  given: { token: string; login: string }
  onDone(): void
  onAnew(): void
}) {
  const t = useText('workspace')
  const { registry } = useSite()
  const may = useMay(publisherId)
  const { run, isRunning, problem } = useAction()
  const take = async () => {
    const call = () =>
      registry.call(claimNode, {
        params: { publisherId, nodeId },
        body: { GH_TOKEN: token, ...(asked ? { repository: asked } : {}) },
      })
    if (await run(call)) onDone()
  }
  return (
    <>
      <p role="status" className="wrap-anywhere">
        {t('claim_verified', { name: login })}
      </p>
      <RefusalNote problem={problem} />
      <div className="flex flex-wrap gap-2">
        {may(claimNode) && (
          <Button look="primary" disabled={isRunning} onClick={() => void take()}>
            {isRunning ? t('claim_running') : t('claim_now')}
          </Button>
        )}
        {problem !== undefined && <Button onClick={onAnew}>{t('claim_anew')}</Button>}
      </div>
    </>
  )
}

function Done({ nodeId, publisherId, isOwn }: { nodeId: string; publisherId: string; isOwn: boolean }) {
  const t = useText('workspace')
  return (
    <>
      <Stages stage="done" />
      <section className="grid gap-4 rounded-lg border border-line bg-surface p-5 sm:p-6">
        <p role="status" className="text-lg font-semibold wrap-anywhere">
          {t(isOwn ? 'prove_done' : 'claim_done', { text: nodeId, name: publisherId })}
        </p>
        {!isOwn && <p className="text-sm text-muted text-pretty">{t('claim_next')}</p>}
        <div className="flex flex-wrap gap-2">
          <ButtonLink look="primary" to={links.node(nodeId)}>
            {t('to_node')}
          </ButtonLink>
          <ButtonLink to={links.howToPublish()}>{t('how_to_publish')}</ButtonLink>
        </div>
      </section>
    </>
  )
}

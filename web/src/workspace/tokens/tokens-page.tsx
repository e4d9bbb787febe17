import { createToken, listTokens, type PersonalAccessToken } from '@nodeyard/contract/people'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { buttonClass } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { Loading } from '../../ground/ui/loading.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { useNow } from '../../ground/ui/use-now.ts'
import { publisherQuery } from '../../public/publishers/queries.ts'
import { type Managed, ManageLayout } from '../publishers/manage-layout.tsx'
import { CreateToken } from './create-token.tsx'
import { tokensQuery } from './queries.ts'
import { TokenRow } from './token-row.tsx'

export const handle: PageHandle = { namespaces: ['workspace', 'forms', 'tokens'] }
export const loader = pageLoader(paths.publisherTokens, handle, ({ site, params: { publisherId } }) =>
  site.queries.ensureQueryData(publisherQuery(site, publisherId)),
)

export function Component() {
  const { publisherId } = usePageParams(paths.publisherTokens)
  return (
    <ManageLayout publisherId={publisherId} tab="tokens">
      {(managed) => (
        <div className="grid gap-6">
          {managed.may(listTokens) ? <Tokens managed={managed} /> : <ForOwners />}
        </div>
      )}
    </ManageLayout>
  )
}

const newTokenId = 'new-token'

function ForOwners() {
  const t = useText('tokens')
  return (
    <Notice tone="info" title={t('for_owners')}>
      {t('for_owners_text')}
    </Notice>
  )
}

function Tokens({ managed: { publisher, may } }: { managed: Managed }) {
  const t = useText('tokens')
  const { data: tokens, error, refetch } = useQuery(tokensQuery(useSite(), publisher.id))
  const now = useNow()
  const isOver = ({ revokedAt, expiresAt, stoppedBecause }: PersonalAccessToken) =>
    revokedAt !== undefined ||
    stoppedBecause !== undefined ||
    (expiresAt !== undefined && Date.parse(expiresAt) <= now)
  const good = tokens?.filter((token) => !isOver(token))
  const over = tokens?.filter(isOver) ?? []
  return (
    <>
      <Part
        title={t('good_tokens')}
        lead={t('good_tokens_lead')}
        action={
          may(createToken) &&
          good &&
          good.length > 0 && (
            <a href={`#${newTokenId}`} className={buttonClass('primary')}>
              <Icon name="plus" className="size-4" />
              {t('new_token')}
            </a>
          )
        }
      >
        {!tokens && <Loading error={error} retry={refetch} />}
        {good?.length === 0 && <p className="text-sm text-muted">{t('no_tokens')}</p>}
        {good && good.length > 0 && <List tokens={good} managed={{ publisher, may }} now={now} />}
      </Part>
      {may(createToken) && (
        <Part id={newTokenId} title={t('new_token')} lead={t('new_token_lead')}>
          <p className="text-sm">
            <Link
              to={links.trustedPublishing(publisher.id)}
              className="text-accent underline-offset-4 hover:underline"
            >
              {t('better_trusted')}
            </Link>
          </p>
          <CreateToken publisherId={publisher.id} />
        </Part>
      )}
      {over.length > 0 && (
        <Part title={t('over_tokens')} lead={t('over_tokens_lead')}>
          <List tokens={over} managed={{ publisher, may }} now={now} />
        </Part>
      )}
    </>
  )
}

function List({
  tokens,
  managed,
  now,
}: {
  tokens: readonly PersonalAccessToken[]
  managed: Pick<Managed, 'publisher' | 'may'>
  now: number
}) {
  return (
    <ul>
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} managed={managed} now={now} />
      ))}
    </ul>
  )
}

import type { SyncPages } from './discovery/catalogue/sync-pages.ts'
import type { SearchIndex } from './discovery/search/search-index.ts'
import type { PictureSource } from './discovery/site-files/picture-source.ts'
import type { AuditEvent } from './ground/audit/sql.ts'
import type { Tx } from './ground/db/database.ts'
import type { GroundDeps } from './ground/deps.ts'
import type { Jobs } from './ground/jobs/jobs.ts'
import type { InstallCounter } from './packs/nodes/install-counter.ts'
import type { Analyst } from './packs/publishing/analyst.ts'
import type { PopularNames } from './packs/publishing/look-alikes/popular-names.ts'
import type { CiIssuers } from './packs/trusted-publishing/issuers.ts'
import type { CodeHost } from './people/code-host/client.ts'
import type { CodeHostSignIn, PlayedHost } from './people/code-host/sign-in.ts'
import type { Providers } from './people/customers/provider.ts'
import type { AccountHooks } from './people/identity/account-hooks.ts'
import type { Seal } from './people/identity/embedded/seal.ts'
import type { Identity } from './people/identity/identity.ts'
import type { KnownUsers } from './people/identity/known-users.ts'
import type { VerifyService } from './people/identity/service-token.ts'
import type { LostRole } from './people/rights/credentials.ts'
import type { TokenReach } from './people/tokens/token-reach.ts'
import type { UsageMeter } from './services/proxy/meter.ts'

/** Everything that the program puts together; each domain declares the parts of it that it uses. */
export interface Deps extends GroundDeps {
  jobs: Jobs<Deps>
  searchIndex: SearchIndex
  identity: Identity
  knownUsers: KnownUsers
  /** For small secrets of the identity service in the database. */
  seal: Seal
  analyst: Analyst
  popularNames: PopularNames
  installs: InstallCounter
  /** What a publish token is good for; undefined for one that is not good. Tokens stand behind the versions, whose reasons they show. */
  findTokenReach(secret: string): Promise<TokenReach | undefined>
  codeHost: CodeHost
  /** Absent where the operator has no app at the code host. */
  codeHostSignIn?: CodeHostSignIn | undefined
  /** In development: the code host is a page of this server. */
  playedHost?: PlayedHost | undefined
  /** Signs what is on its way to the code host and back. */
  codeHostKey: string
  /** Pictures that authors keep elsewhere. */
  pictures: PictureSource
  /** CI services whose tokens are taken for publishing. */
  ciIssuers: CiIssuers
  /** Pages of the list of nodes for programs that sync it. The catalogue stands behind the nodes, as the search does. */
  syncPages: SyncPages
  providers: Providers
  usage: UsageMeter
  /**
   * Rebuilds search entries in the transaction that changes their nodes. The search stands behind the domains that
   * change nodes, so it comes to them as an argument.
   */
  reindex(tx: Tx, nodeIds: readonly string[]): Promise<void>
  /**
   * Ends what a person made to publish for a publisher, in the transaction that takes the role of an owner from them.
   * Tokens stand behind the publishers, so this comes to them as an argument.
   */
  stopCredentials(tx: Tx, actor: { kind: 'user'; id: string }, lost: LostRole): Promise<void>
  /** Records for the owners of each publisher what does not work while a person is banned. */
  recordPauses(tx: Tx, actor: AuditEvent['actor'], userId: string): Promise<void>
  accountHooks: AccountHooks
  /** Signs the links that end mail. */
  notificationKey: string
  /** Signs the short-lived tokens of admins. */
  adminTokenKey: Uint8Array
  /** Signs the tokens of services. */
  serviceTokenKey: Uint8Array
  verifyService: VerifyService
}

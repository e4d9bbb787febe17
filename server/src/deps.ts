import type { SyncPages } from './discovery/catalogue/sync-pages.ts'
import type { SearchIndex } from './discovery/search/search-index.ts'
import type { WorkflowFiles } from './discovery/workflow-files/source.ts'
import type { AuditEvent } from './ground/audit/sql.ts'
import type { Tx } from './ground/db/database.ts'
import type { GroundDeps } from './ground/deps.ts'
import type { Jobs } from './ground/jobs/jobs.ts'
import type { PictureSource } from './ground/pictures/picture-source.ts'
import type { Seal } from './ground/seal.ts'
import type { AttestationVerifier } from './packs/attestations/verify.ts'
import type { InstallCounter } from './packs/nodes/install-counter.ts'
import type { Analyst } from './packs/publishing/analyst.ts'
import type { PopularNames } from './packs/publishing/look-alikes/popular-names.ts'
import type { HostTurns } from './packs/readings/host-turns.ts'
import type { RepositorySource } from './packs/readings/sources/source.ts'
import type { Wishes } from './packs/readings/wishes.ts'
import type { CiIssuers } from './packs/trusted-publishing/issuers.ts'
import type { CodeHost } from './people/code-host/client.ts'
import type { CodeHostSignIn, PlayedHost } from './people/code-host/sign-in.ts'
import type { Providers } from './people/customers/provider.ts'
import type { AccountHooks, KnownUsers } from './people/identity/deps.ts'
import type { PasswordCost } from './people/identity/embedded/password.ts'
import type { Identity, VerifyService } from './people/identity/identity.ts'
import type { LostRole } from './people/rights/credentials.ts'
import type { UsageMeter } from './services/proxy/meter.ts'

/** All parts of the program. Each domain declares the parts that it uses. */
export interface Deps extends GroundDeps {
  jobs: Jobs<Deps>
  searchIndex: SearchIndex
  identity: Identity
  knownUsers: KnownUsers
  /** Encrypts small secrets in the database. */
  seal: Seal
  passwordCost: PasswordCost
  analyst: Analyst
  popularNames: PopularNames
  /** Reads repositories at the lowest priority, apart from the threads that analyze uploads. */
  repositoryAnalyst: Analyst
  /** Where repositories are read from, in the order in which they are asked. */
  repositorySources: readonly RepositorySource[]
  requestedSources: readonly RepositorySource[]
  hostTurns: HostTurns
  /** Verifies Sigstore bundles without a network. */
  attestationVerifier: AttestationVerifier
  /** Counts the nodes that workflows ask for. */
  wishes: Wishes
  installs: InstallCounter
  codeHost: CodeHost
  /** Omitted when the operator has no app registered at the code host. */
  codeHostSignIn?: CodeHostSignIn | undefined
  /** Set in development, where this server plays the code host. */
  playedHost?: PlayedHost | undefined
  /** Signs the state of sign-ins at the code host. */
  codeHostKey: string
  /** Fetches images from external hosts. */
  pictures: PictureSource
  workflowFiles: WorkflowFiles
  /** The CI services whose tokens can publish. */
  ciIssuers: CiIssuers
  /** Serves pages for clients that sync the node list. Injected, because the catalog depends on nodes. */
  syncPages: SyncPages
  providers: Providers
  usage: UsageMeter
  /**
   * Stops the publishing credentials of a user in the transaction that removes their owner role. Injected, because
   * tokens depend on publishers.
   */
  stopCredentials(tx: Tx, actor: { kind: 'user'; id: string }, lost: LostRole): Promise<void>
  /** Records, for the owners of each publisher, which credentials stop working while a user is banned. */
  recordPauses(tx: Tx, actor: AuditEvent['actor'], userId: string): Promise<void>
  /** Queues the pipeline for a version. Injected, because its job imports the whole pipeline. */
  processAgain(tx: Tx, versionId: string): Promise<void>
  /** Queues a look at decisions about the code of waiting versions. Injected, because publishing depends on appeals. */
  settle(tx: Tx, versionIds: readonly string[]): Promise<void>
  /** Queues the next batch of a rescan. Injected, because its job imports the scanner. */
  queueRescan(tx: Tx, rescanId: string): Promise<void>
  accountHooks: AccountHooks
  /** Signs unsubscribe links. */
  notificationKey: string
  /** Signs the short-lived tokens of admins. */
  adminTokenKey: Uint8Array
  /** Signs the tokens of services. */
  serviceTokenKey: Uint8Array
  verifyService: VerifyService
}

/** Every limit of the API in one place. Texts are counted in characters (UTF-16 units), not in bytes. */
export const limits = {
  pageSize: { default: 10, max: 100 },
  /** Applies to lists of nodes: programs that ask once for 300, 500 or 1,000 nodes read no second page. */
  nodePageSize: { default: 10, max: 1000 },
  comfyNodePageSize: { default: 100, max: 100 },
  /** `/nodes/{id}/versions/{v}/comfy-nodes`: the desktop front end asks for 256 and reads no second page. */
  versionComfyNodePageSize: { default: 10, max: 1000 },
  nodeIdLength: 100,
  /** Between readings of a repository that anyone can request. */
  readingRequestMinutes: 60,
  /** Days for which the facts of a repository that is gone are kept. */
  goneReadingDays: 30,
  /** Readings of repositories that are not listed, on request: per hour for an address and its network. */
  repositoryReadingsPerHour: 10,
  repositoryReadingsOfNetworkPerHour: 30,
  /** Such readings that wait. */
  waitingRepositories: 20,
  /** Minutes between readings of one repository. */
  repositoryAgainMinutes: 10,
  /** Days for which results are kept, how many, and how large. */
  repositoryReadingDays: 7,
  repositoryReadings: 1000,
  repositoryReadingBytes: 512 * 1024,
  /** The most findings and comfy-nodes in a result. */
  repositoryFindings: 500,
  repositoryComfyNodes: 500,
  /** The largest whole number that JavaScript represents exactly: npm's semver refuses larger ones. */
  versionPart: Number.MAX_SAFE_INTEGER,
  publisherIdLength: 64,
  publishersPerUser: 5,
  membersPerPublisher: 100,
  invitationsPerPublisher: 50,
  invitationDays: 14,
  transferDays: 14,
  appealLength: 4000,
  /** Messages of a publisher about one version. */
  appealMessages: 50,
  appealMessagesUnanswered: 3,
  reportWaitSeconds: 25,
  /** Concurrent waits by one user. */
  reportWaitsAtOnce: 20,
  /** The total of a review queue with filters other than the status stops here. */
  countedReviews: 1000,
  /** So does the number of nodes of each status in admin searches. */
  countedNodes: 1000,
  /** Decisions about single findings in one decision about a version. */
  verdicts: 100,
  /** Other versions of a node shown with the reviewed one. */
  reviewedOthers: 50,
  /** Decisions under one batch id. */
  batchDecisions: 1000,
  /** A text is searched for in this many of the newest audit log entries. */
  auditTextEvents: 200_000,
  numbersDays: { default: 30, max: 366 },
  /** Versions listed separately in the downloads of a node; the others are combined. */
  versionsOfDownloads: 8,
  nameLength: 255,
  descriptionLength: 1000,
  changelogLength: 100_000,
  reasonLength: 100_000,
  yankReasonLength: 500,
  banReasonLength: 2000,
  mailSubjectLength: 200,
  mailLength: 10_000,
  deprecationMessageLength: 500,
  translationBytes: 200_000,
  reportLength: 5000,
  /** Reports from one user, or from one address without a login. */
  reportsPerHour: 10,
  /** Above this, only signed-in users can report the node. */
  openReportsOfNode: 50,
  reportsAtOnce: 100,
  /** Attestations of one version. */
  attestationsPerVersion: 5,
  /** Characters of an attestation as JSON. Those of CI services have about 15,000. */
  attestationLength: 100_000,
  /** Characters of its certificates and log entries. Those of CI services have about 10,000. */
  attestationProofLength: 40_000,
  /** After this time, a version without the attestations of earlier ones raises an alarm. A trusted token is valid for the same time. */
  attestationMinutes: 15,
  /** Files that differ from a commit, in one response. Others are only counted. */
  matchedFiles: 2000,
  /** Holds that one trusted reporter takes part in within a day. */
  trustedHoldsPerDay: 3,
  /** Age of an account before its reports hold versions. */
  trustedReporterDays: 30,
  /** Within this time, a reporter takes part in one hold per publisher, unless moderators upheld the last one. */
  trustedHoldOfPublisherDays: 30,
  /** Until this age of a version, one trusted reporter holds it alone. */
  trustedReportAloneHours: 24,
  advisoryLength: 50_000,
  advisoryItems: 200,
  /** Versions listed in one response. */
  advisoryVersions: 1000,
  killListDays: 7,
  pythonIndexDays: 7,
  /** Keys that sign kill lists and catalogs at the same time. Clients read no more. */
  signingKeys: 8,
  /** How long clients use their stored copy of a signed document after it expired. */
  signedGraceDays: 3,
  /** How far the number of a signed document can be ahead of the client's clock. */
  signedNumberDays: 30,
  /** Newest files in the list of known bad files. */
  knownBadFiles: 20_000,
  catalogueDays: 7,
  /** How long a pointer's files remain available after the next pointer is issued. */
  catalogueFileMinutes: 30,
  /** How long the files of a nightly dataset remain available. */
  datasetDays: 7,
  /** Days of downloads in the dataset. */
  datasetDownloadDays: 90,
  /** Inputs, outputs or widgets that a replacement maps. */
  replacementMappings: 200,
  /** Size of a workflow file that is fetched from another host. */
  fetchedWorkflowBytes: 20 * 2 ** 20,
  /** Files fetched for one address. */
  workflowFilesPerMinute: 20,
  /** Fetched files that wait to be read, per process. */
  waitingWorkflowFiles: 20,
  /** Nodes whose requirements are checked together, or whose models are listed. */
  checkedNodes: 200,
  /** Maximum number of commits in a plan request for one node. */
  recordedCommits: 20,
  /** Maximum number of Python packages of a snapshot that a plan keeps. */
  pinnedPackages: 2_000,
  /** Models that are looked up together. */
  resolvedModels: 500,
  /** Look-ups of models from one address. */
  modelLookupsPerMinute: 120,
  /** Models in a lock file made by one request. */
  lockedModels: 500,
  /** Characters of the requirements of all nodes that are checked together. */
  checkedRequirementsLength: 2_000_000,
  /** Characters of a `pip freeze`, and of the requirements of the tool. */
  freezeLength: 200_000,
  /** Checks from one address. */
  requirementChecksPerMinute: 60,
  /** Checks, plans and comparisons that wait for the one that runs, per process. */
  waitingChecks: 40,
  /** Most installed nodes that a node is compared with. */
  comparedNodes: 100,
  /** Comparisons for one address. */
  compatibilityPerMinute: 60,
  /** Days of CI results and import reports that count as evidence. */
  evidenceDays: 180,
  /** Kinds of machines in one column of the evidence. */
  evidenceRows: 30,
  /** Reports from one kind of machine below which they are not shown. */
  importReportsShown: 5,
  importReportsAtOnce: 200,
  importReportRequestsPerMinute: 10,
  /** Import reports from one address that count each day, one for each version. */
  importReportsPerAddress: 300,
  /** Import reports about one version that count each day for one network: IPv4 /24, IPv6 /48. Reports from three networks are enough to be shown. */
  importReportsPerNetwork: 2,
  /** Import reports that count each day for one kind of machine and outcome. */
  importReportsPerCell: 100,
  /** Import reports about one version that count each day. */
  importReportsPerVersion: 500,
  importReportDays: 400,
  /** Plans of installations for one address. */
  plansPerMinute: 30,
  /** Newest versions of a node that are tried in place of one that conflicts. */
  agreeingVersions: 10,
  /** Maximum number of entries that sync pages repeat because others were removed. */
  repeatedEntries: 300,
  urlLength: 2048,
  licenseLength: 10_000,
  rangeLength: 255,
  downloadDays: { default: 90, max: 366 },
  /** Other nodes listed with a comfy-node that they also define. */
  alsoDefinedIn: 5,
  listItems: 50,
  listItemLength: 255,
  dependencies: 500,
  dependencyLength: 1000,
  tokenNameLength: 255,
  /** Minutes within which a user approves the sign-in of a program. */
  deviceLoginMinutes: 15,
  /** The longest wait of a program for the outcome of its sign-in. */
  deviceLoginWaitSeconds: 25,
  /** Programs of an address that wait for the outcome of their sign-ins, per process. */
  deviceLoginWaitsAtOnce: 20,
  /** Sign-ins of programs that can be open. */
  openDeviceLogins: 10_000,
  /** Open logins of programs that one network address has started. */
  deviceLoginsOfAddress: 20,
  /** Characters of a program's name that are kept and shown. */
  deviceLoginNameLength: 80,
  deviceTokenDays: 365,
  deviceTokenDefaultDays: 30,
  /** How recently a user with a second factor has passed it when approving a program. */
  recentFactorMinutes: 10,
  /** Sign-ins of programs that an address can start each minute. */
  deviceLoginsPerMinute: 30,
  tokenDays: 3650,
  tokenNodes: 100,
  tokensPerPublisher: 200,
  /** How long lists include revoked tokens. */
  revokedTokenDays: 90,
  trustedPublishersPerPublisher: 200,
  /** Lifetime of a token exchanged for a CI service's token. */
  trustedTokenMinutes: 15,
  trustedTokensPerHour: 60,
  ciTokenLength: 20_000,
  /** Attempted exchanges from one address. */
  ciTokensPerMinute: 60,
  followsPerUser: 500,
  collectionsPerUser: 100,
  nodesPerCollection: 100,
  collectionTitleLength: 100,
  collectionTextLength: 2000,
  collectionNoteLength: 500,
  webhooksPerPublisher: 20,
  webhookDescriptionLength: 255,
  webhookAttempts: 10,
  webhookSeconds: 10,
  webhookAnswerCharacters: 2000,
  webhookLogDays: 30,
  webhookPingsPerMinute: 10,
  webhookFormerSecretHours: 24,
  /** Consecutive failed attempts, and days: a webhook is disabled when both are reached. */
  webhookFailures: { attempts: 20, days: 3 },
  /** Emails to the invited users of one publisher. */
  invitationMailsPerDay: 50,
  searchLength: 200,
  jobBatch: 10_000,
  bulkIdentifiers: 1000,
  /** Characters of the changelogs and dependencies of versions that one request asks for. */
  requestedVersionsLength: 20_000_000,
  /** Bulk requests that wait for their turn to read, per process. */
  waitingBulkRequests: 40,
  /** Bytes of long texts in one list: of versions, or of comfy-nodes. */
  listedTextBytes: 4_000_000,
  bulkIdentifierLength: 200,
  comfyNodeNameLength: 500,
  comfyNodeTextLength: 500_000,
  comfyNodesPerVersion: 5000,
  /** Files after these are not shown as workflows of the version. */
  workflowsPerVersion: 60,
  /** The size of one workflow file, and of an image that contains a workflow. */
  workflowFileBytes: 2 * 1024 * 1024,
  /** The size of all workflow files of a version together. */
  workflowBytes: 24 * 1024 * 1024,
  /** Names of comfy-nodes listed with a workflow; `uses` finds all of them, and words the first 4,000 characters. */
  workflowNames: 40,
  /**
   * Least number of comfy-nodes that make two nodes relatives, how many relatives a node shows, and how many exact copies
   * come before less similar ones.
   */
  relatives: { names: 3, most: 5, copies: 2 },
  /** Nodes that are listed as extensions of a node. */
  extensions: 12,
  /** Comfy-nodes that a warning names for two planned nodes that define the same. */
  sharedNames: 20,
  apiKeysPerCustomer: 100,
  /** One entry of the ledger, in millionths of the currency unit. */
  ledgerAmountMicros: 1_000_000_000_000,
  ledgerReasonLength: 1000,
  releaseNotes: 20,
  /** Concurrent requests of one customer. */
  proxyRequestsAtOnce: 20,
  pictureBytes: 3 * 1024 * 1024,
  /** An icon, banner or photo that a publisher uploads. */
  uploadedPictureBytes: 2 * 1024 * 1024,
  proxyAnswerBytes: 50 * 1024 * 1024,
  proxySeconds: 30,
  ciTextLength: 100_000,
  ciFiles: 1000,
  /**
   * `address` counts everything from one address; `anonymous` and `user` count requests not served from
   * memory; `write` counts writes of a user.
   */
  requestsPerMinute: { address: 60_000, anonymous: 12_000, user: 3000, write: 600 },
  idempotencyKeyLength: 255,
  idempotencyHours: 24,
  jsonBodyBytes: 1024 * 1024,
  /** Messages in one request to the tools for agents. */
  agentMessages: 4,
  /** Fields and list items of the messages in one request to the tools for agents, without those in arguments. */
  agentMessageFields: 10_000,
  /** Request line plus all headers; longer ones get a 431. The desktop front end needs 32 KB. */
  headerBytes: 256 * 1024,
  /**
   * Counted in each process. It is a quarter of the concurrent object store reads, because many machines may
   * share an address.
   */
  downloadsAtOnceOfAddress: 250,
  archiveBytes: 200 * 1024 * 1024,
  uploadMinutes: 15,
  /** Counted in each process. An upload of 200 MB to an object store holds about 25 MB of memory. */
  uploadsAtOnce: 60,
  uploadsAtOnceOfPublisher: 20,
  /** Slightly faster than needed to send the largest archive within the hour that a request may take. */
  slowUploadBytesPerSecond: 64 * 1024,
} as const

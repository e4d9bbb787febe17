/** Every limit of the API in one place. Texts are counted in characters (UTF-16 units), not in bytes. */
export const limits = {
  pageSize: { default: 10, max: 100 },
  /** Of lists of nodes: programs that ask once for 300, 500 or 1,000 nodes read no second page. */
  nodePageSize: { default: 10, max: 1000 },
  comfyNodePageSize: { default: 100, max: 100 },
  /** `/nodes/{id}/versions/{v}/comfy-nodes`: the desktop front end asks for 256 and reads no second page. */
  versionComfyNodePageSize: { default: 10, max: 1000 },
  nodeIdLength: 100,
  /** The largest whole number that JavaScript represents exactly: npm's semver refuses larger ones. */
  versionPart: Number.MAX_SAFE_INTEGER,
  publisherIdLength: 64,
  publishersPerUser: 5,
  membersPerPublisher: 100,
  invitationsPerPublisher: 50,
  invitationDays: 14,
  transferDays: 14,
  appealLength: 4000,
  /** Of a publisher, about one version. */
  appealMessages: 50,
  appealMessagesUnanswered: 3,
  reportWaitSeconds: 25,
  /** Of one user. */
  reportWaitsAtOnce: 20,
  /** A review queue that is filtered by more than the status is counted to here. */
  countedReviews: 1000,
  /** So are the nodes of each status, for admins who look for some of them. */
  countedNodes: 1000,
  /** Further versions of a node beside one that is reviewed. */
  reviewedOthers: 50,
  /** Decisions under one batch id. */
  batchDecisions: 1000,
  /** Lines of the audit log, the newest, in which a text is looked for. */
  auditTextEvents: 200_000,
  numbersDays: { default: 30, max: 366 },
  /** Versions told apart in the downloads of a node; the others are told together. */
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
  /** From one user, or one address without a sign-in. */
  reportsPerHour: 10,
  /** Beyond it only signed-in users report the node. */
  openReportsOfNode: 50,
  reportsAtOnce: 100,
  advisoryLength: 50_000,
  advisoryItems: 200,
  /** Named in an answer. */
  advisoryVersions: 1000,
  killListDays: 7,
  catalogueDays: 7,
  /** How long a pointer's files remain available after the next pointer is issued. */
  catalogueFileMinutes: 30,
  /** Nodes whose requirements are checked together. */
  checkedNodes: 200,
  /** Also of the requirements of the tool. */
  freezeLength: 200_000,
  /** From one address. */
  requirementChecksPerMinute: 60,
  /** Newest versions of a node that are tried in place of one that conflicts. */
  agreeingVersions: 10,
  /** Unpacked size of one file of a mirrored catalogue. */
  mirroredBytes: 400 * 1024 * 1024,
  /** Entries that pages of a sync repeat at most, where others were taken out. */
  repeatedEntries: 300,
  urlLength: 2048,
  licenseLength: 10_000,
  rangeLength: 255,
  downloadDays: { default: 90, max: 366 },
  /** Other nodes named beside a comfy-node that they define too. */
  alsoDefinedIn: 5,
  listItems: 50,
  listItemLength: 255,
  dependencies: 500,
  dependencyLength: 1000,
  tokenNameLength: 255,
  tokenDays: 3650,
  tokenNodes: 100,
  tokensPerPublisher: 200,
  /** How long revoked tokens are shown. */
  revokedTokenDays: 90,
  trustedPublishersPerPublisher: 200,
  /** Of the token for which a CI service's token is exchanged. */
  trustedTokenMinutes: 15,
  trustedTokensPerHour: 60,
  ciTokenLength: 20_000,
  /** Exchanges that are tried from one address. */
  ciTokensPerMinute: 60,
  webhooksPerPublisher: 20,
  webhookDescriptionLength: 255,
  webhookAttempts: 10,
  webhookSeconds: 10,
  webhookAnswerCharacters: 2000,
  webhookLogDays: 30,
  webhookPingsPerMinute: 10,
  webhookFormerSecretHours: 24,
  /** Attempts in a row, and days: both must be reached before a webhook is switched off. */
  webhookFailures: { attempts: 20, days: 3 },
  /** To one publisher's invited people, in a day. */
  invitationMailsPerDay: 50,
  searchLength: 200,
  jobBatch: 10_000,
  bulkIdentifiers: 1000,
  bulkIdentifierLength: 200,
  comfyNodeNameLength: 500,
  comfyNodeTextLength: 500_000,
  comfyNodesPerVersion: 5000,
  apiKeysPerCustomer: 100,
  /** One entry of the ledger, in millionths of the currency unit. */
  ledgerAmountMicros: 1_000_000_000_000,
  ledgerReasonLength: 1000,
  releaseNotes: 20,
  /** Of one customer. */
  proxyRequestsAtOnce: 20,
  pictureBytes: 3 * 1024 * 1024,
  proxyAnswerBytes: 50 * 1024 * 1024,
  proxySeconds: 30,
  ciTextLength: 100_000,
  ciFiles: 1000,
  /** `address`: everything from one address; the others: what is not answered from memory, and writes of a user. */
  requestsPerMinute: { address: 60_000, anonymous: 12_000, user: 3000, write: 600 },
  idempotencyKeyLength: 255,
  idempotencyHours: 24,
  jsonBodyBytes: 1024 * 1024,
  /** The whole request line and all headers; more is answered 431. The desktop front end needs 32 KB. */
  headerBytes: 256 * 1024,
  /** In each process. A quarter of what it reads from an object store at once; many machines may share an address. */
  downloadsAtOnceOfAddress: 250,
  archiveBytes: 200 * 1024 * 1024,
  uploadMinutes: 15,
  /** In each process. An upload of 200 MB holds about 25 MB of memory on its way to an object store. */
  uploadsAtOnce: 60,
  uploadsAtOnceOfPublisher: 20,
  /** A little more than what brings the largest archive within the hour that a request may take. */
  slowUploadBytesPerSecond: 64 * 1024,
} as const

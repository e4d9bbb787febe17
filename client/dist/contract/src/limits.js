/** Every limit of the API in one place. Texts are counted in characters (UTF-16 units), not in bytes. */
export const limits = {
    pageSize: { default: 10, max: 100 },
    comfyNodePageSize: { default: 100, max: 100 },
    /** `/nodes/{id}/versions/{v}/comfy-nodes`: the desktop front end asks for 256 and reads no second page. */
    versionComfyNodePageSize: { default: 10, max: 1000 },
    nodeIdLength: 100,
    publisherIdLength: 64,
    publishersPerUser: 5,
    nameLength: 255,
    descriptionLength: 1000,
    changelogLength: 100_000,
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
    searchLength: 200,
    bulkIdentifiers: 1000,
    bulkIdentifierLength: 200,
    comfyNodeNameLength: 500,
    apiKeysPerCustomer: 100,
    /** One entry of the ledger, in millionths of the currency unit. */
    ledgerAmountMicros: 1_000_000_000_000,
    releaseNotes: 20,
    /** Of one customer. */
    proxyRequestsAtOnce: 20,
    proxyAnswerBytes: 50 * 1024 * 1024,
    proxySeconds: 30,
    ciTextLength: 100_000,
    ciFiles: 1000,
    /** `address`: everything from one address; the others: what is not answered from memory, and writes of a user. */
    requestsPerMinute: { address: 60_000, anonymous: 12_000, user: 3000, write: 600 },
    jsonBodyBytes: 1024 * 1024,
    /** The whole request line and all headers; more is answered 431. The desktop front end needs 32 KB. */
    headerBytes: 256 * 1024,
    archiveBytes: 200 * 1024 * 1024,
    uploadMinutes: 15,
};

/** Every limit of the API in one place. Texts are counted in characters (UTF-16 units), not in bytes. */
export declare const limits: {
    readonly pageSize: {
        readonly default: 10;
        readonly max: 100;
    };
    readonly comfyNodePageSize: {
        readonly default: 100;
        readonly max: 100;
    };
    /** `/nodes/{id}/versions/{v}/comfy-nodes`: the desktop front end asks for 256 and reads no second page. */
    readonly versionComfyNodePageSize: {
        readonly default: 10;
        readonly max: 1000;
    };
    readonly nodeIdLength: 100;
    readonly publisherIdLength: 64;
    readonly publishersPerUser: 5;
    readonly nameLength: 255;
    readonly descriptionLength: 1000;
    readonly changelogLength: 100000;
    readonly urlLength: 2048;
    readonly licenseLength: 10000;
    readonly rangeLength: 255;
    readonly downloadDays: {
        readonly default: 90;
        readonly max: 366;
    };
    /** Other nodes named beside a comfy-node that they define too. */
    readonly alsoDefinedIn: 5;
    readonly listItems: 50;
    readonly listItemLength: 255;
    readonly dependencies: 500;
    readonly dependencyLength: 1000;
    readonly tokenNameLength: 255;
    readonly tokenDays: 3650;
    readonly tokenNodes: 100;
    readonly searchLength: 200;
    readonly bulkIdentifiers: 1000;
    readonly bulkIdentifierLength: 200;
    readonly comfyNodeNameLength: 500;
    readonly apiKeysPerCustomer: 100;
    /** One entry of the ledger, in millionths of the currency unit. */
    readonly ledgerAmountMicros: 1000000000000;
    readonly releaseNotes: 20;
    /** Of one customer. */
    readonly proxyRequestsAtOnce: 20;
    readonly proxyAnswerBytes: number;
    readonly proxySeconds: 30;
    readonly ciTextLength: 100000;
    readonly ciFiles: 1000;
    /** `address`: everything from one address; the others: what is not answered from memory, and writes of a user. */
    readonly requestsPerMinute: {
        readonly address: 60000;
        readonly anonymous: 12000;
        readonly user: 3000;
        readonly write: 600;
    };
    readonly jsonBodyBytes: number;
    /** The whole request line and all headers; more is answered 431. The desktop front end needs 32 KB. */
    readonly headerBytes: number;
    readonly archiveBytes: number;
    readonly uploadMinutes: 15;
};

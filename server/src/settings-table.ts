export interface Setting {
  /** Value that is read when the variable is unset or empty. */
  fallback?: string
  /** Describes a default that depends on other settings. */
  computed?: string
  effect: string
  /** When an operator changes it. */
  change: string
}

/** Every setting by group. `readConfig` takes the defaults from here, and docs/settings.md is generated from it. */
export const settingGroups = {
  Addresses: {
    HOST: {
      fallback: '127.0.0.1',
      effect: 'address on which all listeners accept connections; `0.0.0.0` is every interface',
      change: 'the proxy runs on another machine or in another container',
    },
    SITE_PORT: { fallback: '3000', effect: 'port of the site', change: 'the port is taken' },
    API_PORT: { fallback: '8080', effect: 'port of the API', change: 'the port is taken' },
    SITE_URL: {
      computed: '`http://localhost:` and `SITE_PORT`',
      effect: 'public URL of the site, used in links and mail',
      change: 'anyone but you uses the registry',
    },
    API_URL: {
      computed: '`http://localhost:` and `API_PORT`',
      effect: 'public URL of the API, used in download and upload URLs',
      change: 'anyone but you uses the registry',
    },
    TRUST_PROXY: {
      fallback: 'off',
      effect:
        'number of proxies (up to 10) that append to `X-Forwarded-For`; `on` is one. See [proxies](operations.md#proxies)',
      change: 'requests come through a proxy',
    },
    PUBLIC_ENV: {
      fallback: 'development',
      effect: 'environment name given to the site; analytics are sent only when it is `production`',
      change: 'you use analytics',
    },
    NODE_ENV: {
      effect:
        '`production` turns the demo off and refuses development settings; also `development` or `test`, which change nothing. See [production](operations.md#production)',
      change: 'the registry is public',
    },
  },
  Storage: {
    DATA_DIR: {
      fallback: './data',
      effect: 'folder of the embedded database and of blobs on disk',
      change: 'data belongs on another disk',
    },
    DATABASE: {
      computed: '`postgres` with `DATABASE_URL`, else `embedded`',
      effect: '`embedded` or `postgres`; a contradiction to `DATABASE_URL` stops the start',
      change: 'production uses the embedded database',
    },
    DATABASE_URL: {
      effect:
        'PostgreSQL 15 or newer, as `postgres://user:password@host:5432/name`. Without it, the embedded database is used, in production only with `DATABASE=embedded`',
      change: 'you need more than one process or safety against power loss',
    },
    DATABASE_READ_URL: {
      effect: 'replicas of `DATABASE_URL`, separated by spaces. See [replicas](deployment.md#replicas)',
      change: 'reads load the primary too much',
    },
    DATABASE_CONNECTIONS: {
      fallback: '10',
      effect: 'maximum PostgreSQL connections per process (2 to 1000)',
      change: 'the `ConnectionsAreAwaited` alert fires, or `max_connections` is tight',
    },
    BLOBS: {
      fallback: 'disk',
      effect: 'where archives are stored: `disk` or `s3`',
      change: 'processes do not share a disk',
    },
    S3_BUCKET: {
      effect: 'bucket name, required with `BLOBS=s3`. See [rights](operations.md#object-store)',
      change: '`BLOBS` is `s3`',
    },
    S3_REGION: { fallback: 'us-east-1', effect: 'region of the bucket', change: 'the bucket is elsewhere' },
    S3_ENDPOINT: {
      computed: "Amazon's",
      effect: 'URL of another S3-compatible service',
      change: 'you do not use Amazon S3',
    },
    AWS_ACCESS_KEY_ID: {
      effect: 'S3 access key. Without it, the SDK looks for a profile, container role or instance role',
      change: 'no role grants access',
    },
    AWS_SECRET_ACCESS_KEY: { effect: 'S3 secret key', change: '`AWS_ACCESS_KEY_ID` is set' },
    AWS_SESSION_TOKEN: { effect: 'S3 session token', change: 'the credentials are temporary' },
  },
  Process: {
    ROLES: {
      fallback: 'site,api,jobs',
      effect: 'work of this process: any of `site`, `api`, `jobs`',
      change: 'jobs run on machines of their own',
    },
    ANALYSIS_WORKERS: {
      fallback: '3',
      effect:
        'threads that analyze archives (1 to 64), each up to 1 GB. With fewer than three, one address can occupy all of them',
      change: 'publishing is slow and cores are idle',
    },
    DEMO: {
      computed: 'on with a new database; off in production',
      effect: 'publishes the demo catalog into a new database',
      change: 'you want an empty development registry',
    },
    RATE_LIMIT_FACTOR: {
      fallback: '1',
      effect:
        'multiplies the request limits; in production over 0 and at most 100. Elsewhere, `0` disables them',
      change: 'many people share an address, or a proxy limits requests already',
    },
    PICTURES: {
      fallback: 'on',
      effect: 'fetches pictures and workflow files hosted elsewhere, over https from public addresses',
      change: 'the registry must not contact other hosts',
    },
  },
  Monitoring: {
    LOG_LEVEL: {
      computed: '`info` in production, else `warn`',
      effect: '`debug`, `info`, `warn`, `error` or `silent`',
      change: 'you investigate a problem',
    },
    METRICS_PORT: {
      fallback: '0',
      effect:
        'port of `/metrics` (Prometheus), `/health` and `/ready`; `0` is none. See [monitoring](monitoring.md)',
      change: 'you monitor the registry',
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      effect: 'OpenTelemetry collector that accepts OTLP over HTTP',
      change: 'you collect traces',
    },
    OTEL_TRACES_SAMPLER_ARG: {
      fallback: '1',
      effect: "share of requests that are traced, from 0 to 1. A caller's own trace is always continued",
      change: 'traces cost too much',
    },
    SLOW_QUERY_MS: {
      fallback: '500',
      effect: 'a statement that takes longer is logged',
      change: 'the log has too many or too few of these lines',
    },
    SLOW_JOB_MS: {
      fallback: '60000',
      effect: 'a job that takes longer is logged',
      change: 'the log has too many or too few of these lines',
    },
  },
  'Signing in': {
    IDENTITY: {
      fallback: 'embedded',
      effect: '`embedded`, or `hosted` for a Google Identity Platform project. See [identity](identity.md)',
      change: 'your accounts live in such a project',
    },
    AUTHORIZED_DOMAINS: {
      computed: '`localhost`, `127.0.0.1`; none in production',
      effect: 'hosts on which people can sign in, separated by commas. The host of `SITE_URL` is always one',
      change: 'another site uses your accounts',
    },
    ADMIN_EMAILS: {
      effect:
        'addresses, separated by commas, that become admins once verified. See [admins](identity.md#admins)',
      change: 'the registry needs its first admin',
    },
    IDENTITY_KEY: {
      effect:
        'seals stored secrets: 32 bytes in Base64; several, separated by commas, while you replace one. See [keys](identity.md#keys)',
      change: 'always in production',
    },
    PASSWORD_MIN_LENGTH: {
      fallback: '6',
      effect: 'minimum password length (6 to 30)',
      change: 'your policy asks for more',
    },
    PASSWORD_MAX_LENGTH: {
      fallback: '0',
      effect: 'maximum password length; `0` is none',
      change: 'your policy has one',
    },
    PASSWORD_REQUIRES: {
      effect: 'any of `lower`, `upper`, `digit`, `other`, separated by commas',
      change: 'your policy asks for it',
    },
    GITHUB_CLIENT_ID: { effect: 'OAuth app for signing in with GitHub', change: 'you offer it' },
    GITHUB_CLIENT_SECRET: { effect: 'secret of that app', change: '`GITHUB_CLIENT_ID` is set' },
    GOOGLE_CLIENT_ID: { effect: 'OAuth client for signing in with Google', change: 'you offer it' },
    GOOGLE_CLIENT_SECRET: { effect: 'secret of that client', change: '`GOOGLE_CLIENT_ID` is set' },
    STAND_IN_PROVIDERS: {
      computed: 'on; off in production',
      effect: 'simulates providers that have no client configured. Production refuses `on`',
      change: 'development should show only configured providers',
    },
    TOKEN_SYNC_PATH: {
      effect:
        'path, such as `/session`, to which the browser posts new ID tokens. See [identity](identity.md#what-a-page-needs)',
      change: 'another program behind your proxy needs the sign-in',
    },
    HOSTED_PROJECT_ID: {
      effect: 'project, required with `IDENTITY=hosted`',
      change: '`IDENTITY` is `hosted`',
    },
    HOSTED_API_KEY: { effect: 'web API key of the project', change: '`IDENTITY` is `hosted`' },
    HOSTED_AUTH_DOMAIN: {
      computed: 'the project at `firebaseapp.com`',
      effect: 'host of the sign-in pages of the project',
      change: 'the project has a domain of its own',
    },
    HOSTED_JWKS_URL: {
      fallback: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
      effect: 'public keys of the ID tokens',
      change: 'you test against a stand-in',
    },
    HOSTED_ISSUER: {
      computed: '`https://securetoken.google.com/` and the project',
      effect: 'issuer of the ID tokens',
      change: 'you test against a stand-in',
    },
  },
  'Mail and messages': {
    MAIL: {
      computed: '`smtp` with `SMTP_URL`; else `outbox`, in production `none`',
      effect:
        'how mail is sent: `smtp`, `none`, or `outbox`, which shows it on a page and is refused in production',
      change: 'you want no mail',
    },
    SMTP_URL: { effect: 'mail server, as `smtps://user:password@host:port`', change: 'people sign up' },
    MAIL_FROM: { effect: 'sender of mail, required with `SMTP_URL`', change: '`SMTP_URL` is set' },
    SMS: {
      computed: '`http` with `SMS_URL`; else `outbox`, in production `none`',
      effect: 'how text messages are sent: `http`, `none` or `outbox`',
      change: 'you want no text messages',
    },
    SMS_URL: {
      effect: 'gateway that accepts `{"to": "+1…", "text": "…"}` by POST',
      change: 'people sign in by phone',
    },
    SMS_TOKEN: { effect: 'bearer token for that gateway', change: 'the gateway requires one' },
    MODERATOR_CHATS: {
      effect:
        'incoming webhooks of chat programs, separated by commas: notified of held versions, appeals, reports and failed jobs. Keep them secret',
      change: 'moderators share a chat',
    },
    WEBHOOK_NETWORKS: {
      effect:
        "private networks, such as `10.1.0.0/16`, that publishers' webhooks can reach, also over http. See [webhooks](webhooks.md#where-deliveries-can-go)",
      change: 'receivers are inside your network',
    },
  },
  Readings: {
    READINGS: {
      fallback: 'off',
      effect:
        'where unclaimed repositories are read from, in this order: `host` (archives of the code host), `git` (any git server, needs `git`), or folders of bare repositories. See [readings](readings.md)',
      change: 'pages of imported nodes should show what their repositories contain',
    },
    READINGS_WORKERS: {
      fallback: '2',
      effect: 'threads that read repositories at the lowest priority (1 to 16), each up to 1 GB',
      change: 'readings take too long and cores are idle',
    },
    READINGS_CONTENT: {
      fallback: 'licensed',
      effect:
        'READMEs and source that are shown: of repositories whose license permits it (`licensed`), of `all`, or of `none`',
      change: 'you have the right to show more, or wish to show less',
    },
    READINGS_DISK_MB: {
      fallback: '20000',
      effect:
        'megabytes of stored source of repositories (0 to 10000000); that of the least known goes first',
      change: 'the disk is too small, or source pages are missing',
    },
    READINGS_NETWORKS: {
      effect: 'private networks, such as `10.1.0.0/16`, in which git servers can be, also over http',
      change: 'repositories are inside your network',
    },
  },
  'Code hosts and CI': {
    CODE_HOST: {
      fallback: 'github',
      effect: '`fake` simulates a code host in the process; production refuses it',
      change: 'you develop without a network',
    },
    CODE_HOST_URL: {
      fallback: 'https://github.com',
      effect: 'pages of a code host with the same API',
      change: 'you run GitHub Enterprise',
    },
    CODE_HOST_API_URL: {
      fallback: 'https://api.github.com',
      effect: 'API of that code host',
      change: 'you run GitHub Enterprise',
    },
    CODE_HOST_TOKEN: {
      effect: 'token for star counts and repository names. Without one, GitHub allows 60 requests an hour',
      change: 'always on a public registry',
    },
    CODE_HOST_CLIENT_ID: {
      effect:
        'OAuth app for claiming nodes; callback `{SITE_URL}/api/auth/github/callback`. It needs no scopes',
      change: 'people claim imported nodes',
    },
    CODE_HOST_CLIENT_SECRET: { effect: 'secret of that app', change: '`CODE_HOST_CLIENT_ID` is set' },
    CI_ISSUERS: {
      fallback: 'github,gitlab',
      effect:
        'CI services for [trusted publishing](trusted-publishing.md), separated by commas; `github=https://…` is your own, `none` is none',
      change: 'you run your own CI service',
    },
    CI_AUDIENCE: {
      computed: '`API_URL`',
      effect: 'audience that CI tokens must name',
      change: 'the public URL changes and builds must keep working',
    },
    SECOND_FACTOR_INSTALLS: {
      effect:
        'installs from which a pack is published only by accounts with a second factor; [trusted publishing](trusted-publishing.md) stays possible. Empty: none',
      change: 'your authors have second factors',
    },
    SIGSTORE_TRUSTED_ROOT: {
      computed: 'the public Sigstore instance at the time of the release',
      effect:
        'file with the certificate authorities and logs that [attestations](trusted-publishing.md#attestations) are verified with',
      change: 'you run your own Sigstore, or its keys have changed',
    },
    CI_SECRET: {
      effect: 'bearer token of build machines that record results; without it they are refused',
      change: 'build machines report here',
    },
    CI_REPOSITORY: {
      fallback: 'comfyanonymous/ComfyUI',
      effect: 'repository assumed by queries for build results that name none',
      change: 'you build a fork',
    },
    RELEASE_SECRET: {
      effect: "secret of the code host's release webhook; without it the webhook gets 501",
      change: 'the site shows release notes',
    },
    RELEASE_REPOSITORIES: {
      fallback:
        'comfyanonymous/ComfyUI=comfyui,Comfy-Org/ComfyUI_frontend=comfyui_frontend,Comfy-Org/desktop=desktop',
      effect: '`owner/name=project` pairs whose releases become release notes',
      change: 'you build forks',
    },
  },
  'Other services': {
    ADMIN_SECRET: {
      effect: 'secret that sibling services send as `X-Comfy-Admin-Secret`; without it they are refused',
      change: 'such services exist',
    },
    SERVICE_KEYS_URL: {
      effect: 'JWKS of an identity provider whose tokens schedulers and other services use',
      change: 'services have identities of their own',
    },
    SERVICE_ISSUER: { effect: 'issuer that such a token must name', change: '`SERVICE_KEYS_URL` is set' },
    SERVICE_AUDIENCE: { effect: 'audience that such a token must name', change: '`SERVICE_KEYS_URL` is set' },
    SERVICE_EMAIL: {
      effect: 'email address that such a token must name',
      change: '`SERVICE_KEYS_URL` is set',
    },
    PARTNER_NODE_CONVERSION_RATE: {
      fallback: '1',
      effect: 'rate that clients read at `/features`',
      change: 'you bill partner nodes',
    },
  },
  'Look and links': {
    PRODUCT_NAME: { fallback: 'Nodeyard', effect: 'name shown everywhere', change: 'yours has another name' },
    DOCS_URL: {
      fallback: 'https://docs.comfy.org/registry/overview',
      effect: 'target of the documentation button',
      change: 'you have documentation of your own',
    },
    DOCS_URL_ZH: {
      fallback: 'https://docs.comfy.org/zh-CN/registry/overview',
      effect: 'the same for readers of Chinese',
      change: 'you have documentation of your own',
    },
    CHAT_URL: {
      fallback: 'https://discord.com/invite/comfyorg',
      effect: 'target of `/discord`',
      change: 'your community meets elsewhere',
    },
    SECURITY_CONTACT: {
      computed: '`mailto:security@` and the host of `SITE_URL`',
      effect: 'where people report vulnerabilities of this registry',
      change: 'that mailbox does not exist',
    },
    ANALYTICS_TOKEN: {
      effect:
        'Mixpanel project that receives sign-ups and logins, except from browsers that ask not to be tracked',
      change: 'you measure sign-ups',
    },
    ANALYTICS_URL: {
      fallback: 'https://api-js.mixpanel.com',
      effect: 'where these events are sent',
      change: 'you proxy them',
    },
  },
} as const satisfies Record<string, Record<string, Setting>>

type Groups = typeof settingGroups
export type SettingName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups] & string

const byName: ReadonlyMap<string, Setting> = new Map(
  Object.values(settingGroups).flatMap((group): [string, Setting][] => Object.entries(group)),
)

export const defaultOf = (name: SettingName): string | undefined => byName.get(name)?.fallback

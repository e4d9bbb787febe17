import { defined } from '@nodeyard/contract/ground'
import type { ProxyService } from '@nodeyard/contract/services'
import * as kind from './setting-kinds.ts'
import { type Others, type Setting, setting } from './setting-kinds.ts'
import type { TelemetrySettings } from './telemetry/telemetry.ts'

export const roles = ['site', 'api', 'jobs'] as const
export type ProcessRole = (typeof roles)[number]

/** With a larger factor, the limits stop nothing. */
const maxRateLimitFactor = 100

const local = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
const needsTls = 'needs https in production, except for a URL of this machine'

/** Whether traffic to this URL leaves the machine unencrypted. */
function isPlain(address: string | undefined): boolean {
  const url = URL.parse(address ?? '')
  return url?.protocol === 'http:' && !local.test(url.hostname)
}

const portOf = { site: 'SITE_PORT', api: 'API_PORT' } as const

/** Compares a port with those on which this process listens. Zero is none, or one that the system chooses. */
function differsFrom(port: number, { of }: Others, ...others: ('site' | 'api')[]): string | undefined {
  const own = of('ROLES')
  const same = others.find((role) => port !== 0 && own.includes(role) && of(portOf[role]) === String(port))
  return same && `must differ from ${portOf[same]}`
}

const needs =
  (name: string) =>
  (_: string, { isSet }: Others) =>
    isSet(name) ? undefined : `needs ${name}`

/** Every setting by group. `Config` has its value, and docs/settings.md is generated from it. */
export const settingGroups = {
  Addresses: {
    HOST: setting(kind.text, {
      fallback: '127.0.0.1',
      effect: 'address on which all listeners accept connections; `0.0.0.0` is every interface',
      when: 'the proxy runs on another machine or in another container',
    }),
    SITE_PORT: setting(kind.integer(0, 65535), {
      fallback: '3000',
      effect: 'port of the site',
      when: 'the port is taken',
    }),
    API_PORT: setting(kind.integer(0, 65535), {
      fallback: '8080',
      check: (port, others) =>
        others.of('ROLES').includes('api') ? differsFrom(port, others, 'site') : undefined,
      effect: 'port of the API',
      when: 'the port is taken',
    }),
    SITE_URL: setting(kind.baseUrl, {
      computed: '`http://localhost:` and `SITE_PORT`',
      fallback: ({ of }) => `http://localhost:${of('SITE_PORT')}`,
      check: (url, { of, isSet }) =>
        isSet('SITE_URL') && isSet('API_URL') && url === kind.baseUrl.read(of('API_URL'))
          ? 'must differ from API_URL'
          : undefined,
      unsafe: { is: isPlain, because: needsTls },
      effect: 'public URL of the site, used in links and mail',
      when: 'anyone but you uses the registry',
    }),
    API_URL: setting(kind.baseUrl, {
      computed: '`http://localhost:` and `API_PORT`',
      fallback: ({ of }) => `http://localhost:${of('API_PORT')}`,
      unsafe: { is: isPlain, because: needsTls },
      effect: 'public URL of the API, used in download and upload URLs',
      when: 'anyone but you uses the registry',
    }),
    TRUST_PROXY: setting(kind.proxies, {
      fallback: 'off',
      effect:
        'number of proxies (up to 10) that append to `X-Forwarded-For`; `on` is one. See [proxies](operations.md#proxies)',
      when: 'requests come through a proxy',
    }),
    PUBLIC_ENV: setting(kind.choice('production', 'staging', 'development', 'test'), {
      fallback: 'development',
      effect:
        'environment that the site names: `production`, `staging`, `development` or `test`; analytics are sent only from `production`',
      when: 'you use analytics',
    }),
    // An unknown value would otherwise select the unsafe settings of development.
    NODE_ENV: setting(kind.choice('production', 'development', 'test'), {
      effect:
        '`production` turns the demo off and refuses development settings; also `development` or `test`, which change nothing. See [production](operations.md#production)',
      when: 'the registry is public',
    }),
  },
  Storage: {
    DATA_DIR: setting(kind.folder, {
      fallback: './data',
      effect: 'folder of the embedded database and of blobs on disk',
      when: 'data belongs on another disk',
    }),
    DATABASE: setting(kind.choice('embedded', 'postgres'), {
      computed: '`postgres` with `DATABASE_URL`, else `embedded`',
      fallback: ({ of }) => (of('DATABASE_URL') ? 'postgres' : 'embedded'),
      check: (kind, { of }) =>
        (kind === 'postgres') === (of('DATABASE_URL') !== '')
          ? undefined
          : 'postgres needs DATABASE_URL, and embedded does not go with it',
      effect: '`embedded` or `postgres`; a contradiction to `DATABASE_URL` stops the start',
      when: 'production uses the embedded database',
    }),
    DATABASE_URL: setting(kind.databaseUrls, {
      check: ({ length }) =>
        length > 1 ? 'one URL; failover is up to a proxy in front of the servers' : undefined,
      unsafe: {
        is: (urls, { isSet }) => !urls && !isSet('DATABASE'),
        because: 'is required in production. To use the embedded database, set DATABASE=embedded',
      },
      effect:
        'PostgreSQL 15 or newer, as `postgres://user:password@host:5432/name`. Without it, the embedded database is used, in production only with `DATABASE=embedded`',
      when: 'you need more than one process or safety against power loss',
    }),
    DATABASE_READ_URL: setting(kind.databaseUrls, {
      fallback: '',
      check: (urls, { isSet }) =>
        urls.length > 0 && !isSet('DATABASE_URL') ? 'needs DATABASE_URL' : undefined,
      effect: 'replicas of `DATABASE_URL`, separated by spaces. See [replicas](deployment.md#replicas)',
      when: 'reads load the primary too much',
    }),
    DATABASE_CONNECTIONS: setting(kind.integer(2, 1000), {
      fallback: '10',
      effect: 'maximum PostgreSQL connections per process (2 to 1000)',
      when: 'the `ConnectionsAreAwaited` alert fires, or `max_connections` is tight',
    }),
    BLOBS: setting(kind.choice('disk', 's3'), {
      fallback: 'disk',
      effect: 'where archives are stored: `disk` or `s3`',
      when: 'processes do not share a disk',
    }),
    S3_BUCKET: setting(kind.text, {
      check: (_, { of }) => (of('BLOBS') === 's3' ? undefined : 'needs BLOBS=s3'),
      isRequired: ({ of }) => of('BLOBS') === 's3',
      effect: 'bucket name, required with `BLOBS=s3`. See [rights](operations.md#object-store)',
      when: '`BLOBS` is `s3`',
    }),
    S3_REGION: setting(kind.text, {
      fallback: 'us-east-1',
      effect: 'region of the bucket',
      when: 'the bucket is elsewhere',
    }),
    S3_ENDPOINT: setting(kind.webUrl, {
      computed: "Amazon's",
      effect: 'URL of another S3-compatible service',
      when: 'you do not use Amazon S3',
    }),
    AWS_ACCESS_KEY_ID: setting(kind.text, {
      check: needs('AWS_SECRET_ACCESS_KEY'),
      effect: 'S3 access key. Without it, the SDK looks for a profile, container role or instance role',
      when: 'no role grants access',
    }),
    AWS_SECRET_ACCESS_KEY: setting(kind.text, {
      check: needs('AWS_ACCESS_KEY_ID'),
      effect: 'S3 secret key',
      when: '`AWS_ACCESS_KEY_ID` is set',
    }),
    AWS_SESSION_TOKEN: setting(kind.text, {
      check: needs('AWS_ACCESS_KEY_ID'),
      effect: 'S3 session token',
      when: 'the credentials are temporary',
    }),
  },
  Process: {
    ROLES: setting(kind.some(...roles), {
      fallback: 'site,api,jobs',
      effect: 'work of this process: any of `site`, `api`, `jobs`',
      when: 'jobs run on machines of their own',
    }),
    ANALYSIS_WORKERS: setting(kind.integer(1, 64), {
      fallback: '3',
      effect:
        'threads that analyze archives (1 to 64), each up to 1 GB. With fewer than three, one address can occupy all of them',
      when: 'publishing is slow and cores are idle',
    }),
    SHUTDOWN_DELAY: setting(kind.integer(0, 60), {
      fallback: '0',
      effect:
        'seconds between a signal to stop and the end of the listeners (0 to 60), in which `/ready` is 503 and requests are served',
      when: 'a balancer asks `/ready`: longer than its interval',
    }),
    DEMO: setting(kind.flag, {
      computed: 'on with a new database; off in production',
      unsafe: {
        is: (isOn) => isOn === true,
        because: 'cannot be on in production, because it creates an admin account and logs its password',
      },
      effect: 'publishes the demo catalog into a new database',
      when: 'you want an empty development registry',
    }),
    RATE_LIMIT_FACTOR: setting(kind.positive, {
      unsafe: {
        is: (factor = 1) => factor === 0 || factor > maxRateLimitFactor,
        because: `must be over 0 and at most ${maxRateLimitFactor} in production, because one address could occupy the registry`,
      },
      fallback: '1',
      effect:
        'multiplies the request limits; in production over 0 and at most 100. Elsewhere, `0` disables them',
      when: 'many people share an address, or a proxy limits requests already',
    }),
    PICTURES: setting(kind.flag, {
      fallback: 'on',
      effect: 'fetches pictures and workflow files hosted elsewhere, over https from public addresses',
      when: 'the registry must not contact other hosts',
    }),
  },
  Monitoring: {
    LOG_LEVEL: setting(kind.choice('debug', 'info', 'warn', 'error', 'silent'), {
      computed: '`info` in production, else `warn`',
      // In development, log lines would hide the messages for users.
      fallback: ({ production }) => (production ? 'info' : 'warn'),
      effect: '`debug`, `info`, `warn`, `error` or `silent`',
      when: 'you investigate a problem',
    }),
    METRICS_PORT: setting(kind.integer(0, 65535), {
      fallback: '0',
      check: (port, others) => differsFrom(port, others, 'site', 'api'),
      effect:
        'port of `/metrics` (Prometheus), `/health` and `/ready`; `0` is none. See [monitoring](monitoring.md)',
      when: 'you monitor the registry',
    }),
    OTEL_EXPORTER_OTLP_ENDPOINT: setting(kind.webUrl, {
      effect: 'OpenTelemetry collector that accepts OTLP over HTTP',
      when: 'you collect traces',
    }),
    OTEL_TRACES_SAMPLER_ARG: setting(kind.share, {
      fallback: '1',
      effect: "share of requests that are traced, from 0 to 1. A caller's own trace is always continued",
      when: 'traces cost too much',
    }),
    SLOW_QUERY_MS: setting(kind.integer(1, 3_600_000), {
      fallback: '500',
      effect: 'a statement that takes longer is logged',
      when: 'the log has too many or too few of these lines',
    }),
    SLOW_JOB_MS: setting(kind.integer(1, 3_600_000), {
      fallback: '60000',
      effect: 'a job that takes longer is logged',
      when: 'the log has too many or too few of these lines',
    }),
  },
  'Signing in': {
    IDENTITY: setting(kind.choice('embedded', 'hosted'), {
      fallback: 'embedded',
      effect: '`embedded`, or `hosted` for a Google Identity Platform project. See [identity](identity.md)',
      when: 'your accounts live in such a project',
    }),
    AUTHORIZED_DOMAINS: setting(kind.list(kind.host), {
      computed: '`localhost`, `127.0.0.1`; none in production',
      fallback: ({ production }) => (production ? '' : 'localhost,127.0.0.1'),
      unsafe: {
        is: (domains = [], { of }) =>
          domains.some((one) => local.test(one) && one !== URL.parse(of('SITE_URL'))?.hostname),
        because: 'cannot name this machine in production, because sign-ins would be sent to programs on it',
      },
      effect: 'hosts on which people can sign in, separated by commas. The host of `SITE_URL` is always one',
      when: 'another site uses your accounts',
    }),
    ADMIN_EMAILS: setting(kind.list(kind.email), {
      fallback: '',
      effect:
        'addresses, separated by commas, that become admins once verified. See [admins](identity.md#admins)',
      when: 'the registry needs its first admin',
    }),
    IDENTITY_KEY: setting(kind.keys, {
      fallback: '',
      unsafe: {
        is: (keys) => keys?.length === 0,
        because: 'is required in production to encrypt stored keys. Create one with openssl rand -base64 32',
      },
      effect:
        'seals stored secrets: 32 bytes in Base64; several, separated by commas, while you replace one. See [keys](identity.md#keys)',
      when: 'always in production',
    }),
    PASSWORD_MIN_LENGTH: setting(kind.integer(6, 30), {
      fallback: '6',
      effect: 'minimum password length (6 to 30)',
      when: 'your policy asks for more',
    }),
    PASSWORD_MAX_LENGTH: setting(kind.integer(0, 4096), {
      check: (max, { of }) =>
        max !== 0 && max < Number(of('PASSWORD_MIN_LENGTH')) ? 'at least PASSWORD_MIN_LENGTH' : undefined,
      fallback: '0',
      effect: 'maximum password length; `0` is none',
      when: 'your policy has one',
    }),
    PASSWORD_REQUIRES: setting(kind.some('lower', 'upper', 'digit', 'other'), {
      fallback: '',
      effect: 'any of `lower`, `upper`, `digit`, `other`, separated by commas',
      when: 'your policy asks for it',
    }),
    GITHUB_CLIENT_ID: setting(kind.text, {
      effect: 'OAuth app for signing in with GitHub',
      when: 'you offer it',
    }),
    GITHUB_CLIENT_SECRET: setting(kind.text, {
      isRequired: ({ isSet }) => isSet('GITHUB_CLIENT_ID'),
      check: needs('GITHUB_CLIENT_ID'),
      effect: 'secret of that app',
      when: '`GITHUB_CLIENT_ID` is set',
    }),
    GOOGLE_CLIENT_ID: setting(kind.text, {
      effect: 'OAuth client for signing in with Google',
      when: 'you offer it',
    }),
    GOOGLE_CLIENT_SECRET: setting(kind.text, {
      isRequired: ({ isSet }) => isSet('GOOGLE_CLIENT_ID'),
      check: needs('GOOGLE_CLIENT_ID'),
      effect: 'secret of that client',
      when: '`GOOGLE_CLIENT_ID` is set',
    }),
    STAND_IN_PROVIDERS: setting(kind.flag, {
      computed: 'on; off in production',
      fallback: ({ production }) => (production ? 'off' : 'on'),
      unsafe: {
        is: (isOn, { of }) => isOn === true && of('IDENTITY') === 'embedded',
        because: 'cannot be on in production, because anyone could sign in as any user',
      },
      effect: 'simulates providers that have no client configured. Production refuses `on`',
      when: 'development should show only configured providers',
    }),
    TOKEN_SYNC_PATH: setting(kind.path, {
      effect:
        'path, such as `/session`, to which the browser posts new ID tokens. See [identity](identity.md#what-a-page-needs)',
      when: 'another program behind your proxy needs the sign-in',
    }),
    HOSTED_PROJECT_ID: setting(kind.text, {
      isRequired: ({ of }) => of('IDENTITY') === 'hosted',
      effect: 'project, required with `IDENTITY=hosted`',
      when: '`IDENTITY` is `hosted`',
    }),
    HOSTED_API_KEY: setting(kind.text, {
      isRequired: ({ of }) => of('IDENTITY') === 'hosted',
      effect: 'web API key of the project',
      when: '`IDENTITY` is `hosted`',
    }),
    HOSTED_AUTH_DOMAIN: setting(kind.text, {
      computed: 'the project at `firebaseapp.com`',
      fallback: ({ of }) => `${of('HOSTED_PROJECT_ID')}.firebaseapp.com`,
      effect: 'host of the sign-in pages of the project',
      when: 'the project has a domain of its own',
    }),
    HOSTED_JWKS_URL: setting(kind.webUrl, {
      unsafe: { is: (url, { of }) => of('IDENTITY') === 'hosted' && isPlain(url), because: needsTls },
      fallback: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
      effect: 'public keys of the ID tokens',
      when: 'you test against a stand-in',
    }),
    HOSTED_ISSUER: setting(kind.text, {
      computed: '`https://securetoken.google.com/` and the project',
      fallback: ({ of }) => `https://securetoken.google.com/${of('HOSTED_PROJECT_ID')}`,
      effect: 'issuer of the ID tokens',
      when: 'you test against a stand-in',
    }),
  },
  'Mail and messages': {
    MAIL: setting(kind.choice('smtp', 'outbox', 'none'), {
      computed: '`smtp` with `SMTP_URL`; else `outbox`, in production `none`',
      fallback: ({ of, production }) => (of('SMTP_URL') ? 'smtp' : production ? 'none' : 'outbox'),
      unsafe: {
        is: (kind) => kind === 'outbox',
        because:
          'cannot be outbox in production, because it shows all mail on a page. Set SMTP_URL or MAIL=none',
      },
      effect:
        'how mail is sent: `smtp`, `none`, or `outbox`, which shows it on a page and is refused in production',
      when: 'you want no mail',
    }),
    SMTP_URL: setting(kind.secretUrl('smtp://', 'smtps://'), {
      isRequired: ({ of }) => of('MAIL') === 'smtp',
      effect: 'mail server, as `smtps://user:password@host:port`',
      when: 'people sign up',
    }),
    MAIL_FROM: setting(kind.sender, {
      isRequired: ({ of }) => of('MAIL') === 'smtp',
      effect: 'sender of mail, required with `SMTP_URL`',
      when: '`SMTP_URL` is set',
    }),
    SMS: setting(kind.choice('http', 'outbox', 'none'), {
      computed: '`http` with `SMS_URL`; else `outbox`, in production `none`',
      fallback: ({ of, production }) => (of('SMS_URL') ? 'http' : production ? 'none' : 'outbox'),
      unsafe: {
        is: (kind) => kind === 'outbox',
        because:
          'cannot be outbox in production, because it shows all messages on a page. Set SMS_URL or SMS=none',
      },
      effect: 'how text messages are sent: `http`, `none` or `outbox`',
      when: 'you want no text messages',
    }),
    SMS_URL: setting(kind.webUrl, {
      isRequired: ({ of }) => of('SMS') === 'http',
      effect: 'gateway that accepts `{"to": "+1…", "text": "…"}` by POST',
      when: 'people sign in by phone',
    }),
    SMS_TOKEN: setting(kind.text, {
      fallback: '',
      effect: 'bearer token for that gateway',
      when: 'the gateway requires one',
    }),
    MODERATOR_CHATS: setting(kind.secretUrls, {
      fallback: '',
      effect:
        'incoming webhooks of chat programs, separated by commas: notified of held versions, appeals, reports and failed jobs. Keep them secret',
      when: 'moderators share a chat',
    }),
    WEBHOOK_NETWORKS: setting(kind.networks, {
      fallback: '',
      effect:
        "private networks, such as `10.1.0.0/16`, that publishers' webhooks can reach, also over http. See [webhooks](webhooks.md#where-deliveries-can-go)",
      when: 'receivers are inside your network',
    }),
  },
  Readings: {
    READINGS: setting(kind.readingSources, {
      fallback: 'off',
      effect:
        'where unclaimed repositories are read from, in this order: `host` (archives of the code host), `git` (any git server, needs `git`), or folders of bare repositories. See [readings](readings.md)',
      when: 'pages of imported nodes should show what their repositories contain',
    }),
    READINGS_WORKERS: setting(kind.integer(1, 16), {
      fallback: '2',
      effect: 'threads that read repositories at the lowest priority (1 to 16), each up to 1 GB',
      when: 'readings take too long and cores are idle',
    }),
    READINGS_CONTENT: setting(kind.choice('licensed', 'all', 'none'), {
      fallback: 'licensed',
      effect:
        'READMEs and source that are shown: of repositories whose license permits it (`licensed`), of `all`, or of `none`',
      when: 'you have the right to show more, or wish to show less',
    }),
    READINGS_REQUESTS: setting(kind.choice('public', 'all', 'off'), {
      fallback: 'public',
      effect:
        'repositories that are not listed and that anyone can have read: those on the public internet (`public`), also those of folders and private networks (`all`), or none (`off`). See [readings](readings.md#on-request)',
      when: 'everyone who can open the registry may know all repositories in your network, or strangers must not cause work',
    }),
    READINGS_DISK_MB: setting(kind.integer(0, 10_000_000), {
      fallback: '20000',
      effect:
        'megabytes of stored source of repositories (0 to 10000000); that of the least known goes first',
      when: 'the disk is too small, or source pages are missing',
    }),
    READINGS_NETWORKS: setting(kind.networks, {
      fallback: '',
      effect:
        'networks, such as `10.1.0.0/16`, in which git servers can be that are private, use http, or use another port than 443',
      when: 'repositories are inside your network, or on servers with another port',
    }),
  },
  'Code hosts and CI': {
    CODE_HOST: setting(kind.choice('github', 'fake'), {
      unsafe: {
        is: (kind) => kind === 'fake',
        because: 'cannot be fake in production, because anyone could claim any node',
      },
      fallback: 'github',
      effect: '`fake` simulates a code host in the process; production refuses it',
      when: 'you develop without a network',
    }),
    CODE_HOST_URL: setting(kind.webUrl, {
      unsafe: { is: isPlain, because: needsTls },
      fallback: 'https://github.com',
      effect: 'pages of a code host with the same API',
      when: 'you run GitHub Enterprise',
    }),
    CODE_HOST_API_URL: setting(kind.webUrl, {
      unsafe: { is: isPlain, because: needsTls },
      fallback: 'https://api.github.com',
      effect: 'API of that code host',
      when: 'you run GitHub Enterprise',
    }),
    CODE_HOST_TOKEN: setting(kind.secret, {
      effect: 'token for star counts and repository names. Without one, GitHub allows 60 requests an hour',
      when: 'always on a public registry',
    }),
    CODE_HOST_CLIENT_ID: setting(kind.text, {
      effect:
        'OAuth app for claiming nodes; callback `{SITE_URL}/api/auth/github/callback`. It needs no scopes',
      when: 'people claim imported nodes',
    }),
    CODE_HOST_CLIENT_SECRET: setting(kind.text, {
      isRequired: ({ isSet }) => isSet('CODE_HOST_CLIENT_ID'),
      check: needs('CODE_HOST_CLIENT_ID'),
      effect: 'secret of that app',
      when: '`CODE_HOST_CLIENT_ID` is set',
    }),
    CI_ISSUERS: setting(kind.ciIssuers, {
      unsafe: { is: (issuers) => issuers?.some(({ url }) => isPlain(url)) === true, because: needsTls },
      fallback: 'github,gitlab',
      effect:
        'CI services for [trusted publishing](trusted-publishing.md), separated by commas; `github=https://…` is your own, `none` is none',
      when: 'you run your own CI service',
    }),
    CI_AUDIENCE: setting(kind.text, {
      computed: '`API_URL`',
      effect: 'audience that CI tokens must name',
      when: 'the public URL changes and builds must keep working',
    }),
    SECOND_FACTOR_INSTALLS: setting(kind.integer(0, 1_000_000_000), {
      effect:
        'installs from which a pack is published only by accounts with a second factor; [trusted publishing](trusted-publishing.md) stays possible. Empty: none',
      when: 'your authors have second factors',
    }),
    SIGSTORE_TRUSTED_ROOT: setting(kind.text, {
      computed: 'the public Sigstore instance at the time of the release',
      effect:
        'file with the certificate authorities and logs that [attestations](trusted-publishing.md#attestations) are verified with',
      when: 'you run your own Sigstore, or its keys have changed',
    }),
    CI_SECRET: setting(kind.secret, {
      effect: 'bearer token of build machines that record results; without it they are refused',
      when: 'build machines report here',
    }),
    CI_REPOSITORY: setting(kind.lowercase, {
      fallback: 'comfyanonymous/ComfyUI',
      effect: 'repository assumed by queries for build results that name none',
      when: 'you build a fork',
    }),
    RELEASE_SECRET: setting(kind.secret, {
      effect: "secret of the code host's release webhook; without it the webhook gets 501",
      when: 'the site shows release notes',
    }),
    RELEASE_REPOSITORIES: setting(kind.releaseSources, {
      fallback:
        'comfyanonymous/ComfyUI=comfyui,Comfy-Org/ComfyUI_frontend=comfyui_frontend,Comfy-Org/desktop=desktop',
      effect: '`owner/name=project` pairs whose releases become release notes',
      when: 'you build forks',
    }),
  },
  'Other services': {
    ADMIN_SECRET: setting(kind.secret, {
      effect: 'secret that sibling services send as `X-Comfy-Admin-Secret`; without it they are refused',
      when: 'such services exist',
    }),
    SERVICE_KEYS_URL: setting(kind.webUrl, {
      unsafe: { is: isPlain, because: needsTls },
      effect: 'JWKS of an identity provider whose tokens schedulers and other services use',
      when: 'services have identities of their own',
    }),
    SERVICE_ISSUER: setting(kind.text, {
      isRequired: ({ isSet }) => isSet('SERVICE_KEYS_URL'),
      check: needs('SERVICE_KEYS_URL'),
      effect: 'issuer that such a token must name',
      when: '`SERVICE_KEYS_URL` is set',
    }),
    SERVICE_AUDIENCE: setting(kind.text, {
      isRequired: ({ isSet }) => isSet('SERVICE_KEYS_URL'),
      check: needs('SERVICE_KEYS_URL'),
      effect: 'audience that such a token must name',
      when: '`SERVICE_KEYS_URL` is set',
    }),
    SERVICE_EMAIL: setting(kind.text, {
      isRequired: ({ isSet }) => isSet('SERVICE_KEYS_URL'),
      check: needs('SERVICE_KEYS_URL'),
      effect: 'email address that such a token must name',
      when: '`SERVICE_KEYS_URL` is set',
    }),
    PARTNER_NODE_CONVERSION_RATE: setting(kind.positive, {
      fallback: '1',
      effect: 'rate that clients read at `/features`',
      when: 'you bill partner nodes',
    }),
  },
  'Look and links': {
    PRODUCT_NAME: setting(kind.text, {
      fallback: 'Nodeyard',
      effect: 'name shown everywhere',
      when: 'yours has another name',
    }),
    DOCS_URL: setting(kind.webUrl, {
      fallback: 'https://docs.comfy.org/registry/overview',
      effect: 'target of the documentation button',
      when: 'you have documentation of your own',
    }),
    DOCS_URL_ZH: setting(kind.webUrl, {
      fallback: 'https://docs.comfy.org/zh-CN/registry/overview',
      effect: 'the same for readers of Chinese',
      when: 'you have documentation of your own',
    }),
    EXISTING_CLIENTS: setting(kind.flag, {
      fallback: 'off',
      effect:
        '`on` if the manager, comfy-cli and the desktop program of your users ask this registry: the site then shows what they need',
      when: 'the registry answers at the address that these clients know',
    }),
    CHAT_URL: setting(kind.webUrl, {
      fallback: 'https://discord.com/invite/comfyorg',
      effect: 'target of `/discord`',
      when: 'your community meets elsewhere',
    }),
    SECURITY_CONTACT: setting(kind.url('mailto:', 'https://'), {
      computed: '`mailto:security@` and the host of `SITE_URL`',
      fallback: ({ of }) => `mailto:security@${URL.parse(of('SITE_URL'))?.hostname ?? 'localhost'}`,
      effect: 'where people report vulnerabilities of this registry',
      when: 'that mailbox does not exist',
    }),
    ANALYTICS_TOKEN: setting(kind.text, {
      effect:
        'Mixpanel project that receives sign-ups and logins, except from browsers that ask not to be tracked',
      when: 'you measure sign-ups',
    }),
    ANALYTICS_URL: setting(kind.webUrl, {
      fallback: 'https://api-js.mixpanel.com',
      effect: 'where these events are sent',
      when: 'you proxy them',
    }),
  },
}

type Groups = typeof settingGroups
type SettingName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups] & string
type RowOf<Name> = Extract<Groups[keyof Groups], Record<Name & string, unknown>>[Name & string]
/** The values of all settings. */
export type Values = { [Name in SettingName]: RowOf<Name> extends Setting<infer Value> ? Value : never }

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<Name>

/** The settings with a prefix, by the rest of their names. */
type Under<Prefix extends string> = {
  [Name in SettingName as Name extends `${Prefix}_${infer Rest}` ? Camel<Rest> : never]: Values[Name]
}
const camel = (name: string) =>
  name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const under = <const Prefix extends string>(values: Values, prefix: Prefix) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(`${prefix}_`) ? [[camel(name.slice(prefix.length + 1)), value]] : [],
    ),
  ) as Under<Prefix>

export interface CodeHostSettings {
  /** Base URL of its website. */
  url: string
  apiUrl: string
  /** The registry's own token, for requests that it makes on its own behalf. */
  token?: string | undefined
  /** Limits a request including its response. Default: 10 seconds. */
  timeoutMs?: number
}

/** Settings that `Config` has only as members of its other members, or under another name. */
type Part =
  | `${'S3' | 'AWS' | 'OTEL' | 'SLOW' | 'PASSWORD' | 'HOSTED' | 'GITHUB' | 'GOOGLE' | 'SMTP'}_${string}`
  | `${'SMS' | 'READINGS' | 'CODE_HOST' | 'SERVICE' | 'ANALYTICS' | 'MAIL' | 'METRICS' | 'STAND_IN'}_${string}`
  | `${'TRUST_PROXY' | 'PICTURES' | 'IDENTITY_KEY' | 'RELEASE_REPOSITORIES' | 'DATABASE_READ_URL' | 'NODE_ENV'}`
type Plain = { [Name in Exclude<SettingName, Part> as Camel<Name>]: Values[Name] }

/** All settings by name, such as `siteUrl` for `SITE_URL`, and those that belong together as one member. */
export type Config = Omit<Plain, keyof Parts> & Parts
type Parts = ReturnType<typeof partsOf> & {
  production: boolean
  /** Directories with other programs, as in `PATH`. */
  searchPath: string
  /** Configured settings of generation services. */
  generationServices: Readonly<Record<ProxyService, { url?: string; key?: string }>>
}
export type EmbeddedIdentityConfig = ReturnType<typeof embeddedIdentity>
export type HostedIdentityConfig = ReturnType<typeof hostedIdentity>
export type PasswordPolicy = EmbeddedIdentityConfig['passwordPolicy']
export type ReadingSettings = Config['readings']

/** Makes the configuration from valid values. */
export const toConfig = (values: Values, others: Omit<Parts, keyof ReturnType<typeof partsOf>>): Config => ({
  ...(Object.fromEntries(Object.entries(values).map(([name, value]) => [camel(name), value])) as Plain),
  ...partsOf(values),
  ...others,
})

function partsOf(values: Values) {
  const traces = values.OTEL_EXPORTER_OTLP_ENDPOINT
  const { ANALYTICS_TOKEN: token, SERVICE_KEYS_URL: keysUrl, METRICS_PORT: port } = values
  const telemetry: TelemetrySettings = {
    slowQueryMs: values.SLOW_QUERY_MS,
    slowJobMs: values.SLOW_JOB_MS,
    ...defined({
      metrics: port > 0 ? { host: values.HOST, port } : undefined,
      traces: traces ? { url: traces, share: values.OTEL_TRACES_SAMPLER_ARG } : undefined,
    }),
  }
  return {
    telemetry,
    /** Undefined to use the embedded database below `dataDir`. */
    databaseUrl: values.DATABASE_URL?.[0],
    /** Replicas of the database, for reads that can be some seconds old. */
    databaseReadUrls: values.DATABASE_READ_URL,
    blobs: values.BLOBS === 's3' ? s3Settings(values) : { kind: values.BLOBS },
    /** Whether the site fetches pictures from other hosts for its readers. */
    showsPictures: values.PICTURES,
    /** Number of proxies in front that append their caller to `X-Forwarded-For`. 0 if clients connect directly. */
    proxies: values.TRUST_PROXY,
    identity: values.IDENTITY === 'hosted' ? hostedIdentity(values) : embeddedIdentity(values),
    /** Keys of 32 bytes each. The first one encrypts secrets in the database; all of them decrypt. */
    identityKeys: values.IDENTITY_KEY,
    /** Hosts that allow sign-in, without a port and in lowercase. */
    authorizedDomains: [...new Set([new URL(values.SITE_URL).hostname, ...values.AUTHORIZED_DOMAINS])],
    mail:
      values.MAIL === 'smtp'
        ? { kind: values.MAIL, url: values.SMTP_URL, from: values.MAIL_FROM }
        : { kind: values.MAIL },
    sms: values.SMS === 'http' ? { kind: values.SMS, ...under(values, 'SMS') } : { kind: values.SMS },
    readings: {
      sources: values.READINGS,
      diskBytes: values.READINGS_DISK_MB * 1024 * 1024,
      ...under(values, 'READINGS'),
    },
    /** Maps repositories (`owner/name` in lowercase) to the projects whose release notes they provide. */
    releaseProjects: values.RELEASE_REPOSITORIES,
    codeHost: {
      isFake: values.CODE_HOST === 'fake',
      ...under(values, 'CODE_HOST'),
      /** OAuth app that lets users prove for claims which repositories they administer. */
      app: oauthClient(under(values, 'CODE_HOST')),
    },
    /** Service that receives usage statistics, only in a production environment. */
    analytics: token ? { ...under(values, 'ANALYTICS'), token } : undefined,
    /** Additional issuer of service tokens. Undefined if the registry is the only one. */
    serviceProvider: keysUrl ? { ...under(values, 'SERVICE'), keysUrl } : undefined,
  }
}

function s3Settings(values: Values) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values
  const { bucket, region, endpoint } = under(values, 'S3')
  const sessionToken = values.AWS_SESSION_TOKEN
  // Without these two, the SDK uses its defaults: profile, container or instance role.
  const hasKey = accessKeyId !== undefined && secretAccessKey !== undefined
  const credentials = hasKey ? { accessKeyId, secretAccessKey, ...defined({ sessionToken }) } : undefined
  return { kind: 's3' as const, bucket, region, ...defined({ endpoint, credentials }) }
}

const hostedIdentity = (values: Values) => ({ kind: 'hosted' as const, ...under(values, 'HOSTED') })

function embeddedIdentity(values: Values) {
  const required = values.PASSWORD_REQUIRES
  return {
    kind: 'embedded' as const,
    passwordPolicy: {
      minLength: values.PASSWORD_MIN_LENGTH,
      ...defined({ maxLength: values.PASSWORD_MAX_LENGTH || undefined }),
      lowerCase: required.has('lower'),
      upperCase: required.has('upper'),
      digit: required.has('digit'),
      other: required.has('other'),
    },
    github: oauthClient(under(values, 'GITHUB')),
    google: oauthClient(under(values, 'GOOGLE')),
    /** Whether a clearly marked page stands in for providers without a client. */
    standIn: values.STAND_IN_PROVIDERS,
  }
}

/** A client that the operator registered with a sign-in provider. */
const oauthClient = ({ clientId, clientSecret }: { clientId: string | undefined; clientSecret: string }) =>
  clientId === undefined ? undefined : { clientId, clientSecret }

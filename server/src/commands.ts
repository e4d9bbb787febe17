import { parseArgs } from 'node:util'
import { seedDemo } from '../demo/seed.ts'
import type { Deps } from './deps.ts'
import { updateEntries } from './discovery/catalogue/entries/update.ts'
import { mirrorCatalogue } from './discovery/catalogue/mirror/command.ts'
import { publishCatalogue } from './discovery/catalogue/publish.ts'
import { catalogueViolations } from './discovery/catalogue/tidy.ts'
import { packTypes } from './discovery/catalogue/types/pack.ts'
import { importFrom } from './discovery/import/import.ts'
import { importAdvisories } from './discovery/python-index/advisories/import.ts'
import { readPythonIndex } from './discovery/python-index/command.ts'
import { sliceViolations } from './discovery/python-index/publish.ts'
import { reindexEverything } from './discovery/search/reindex.ts'
import type { Config } from './ground/settings.ts'
import { violations } from './invariants.ts'
import { assertIsAnother, copyTo } from './operator/copy.ts'
import { grantCredit } from './operator/credit.ts'
import { importCore } from './operator/import-core.ts'
import { importModelLists } from './operator/import-models.ts'
import { createServiceToken, rotateSigningKey } from './operator/keys.ts'
import { loadParser, withFiles } from './operator/open-files.ts'
import { createPublisherFor, createTokenFor } from './operator/publishers.ts'
import { grantAdmin, unbanUser } from './operator/users.ts'
import { archiveViolations } from './packs/publishing/verify-archives.ts'
import { addSigningKey, retireSigningKey } from './safety/advisories/kill-list.ts'
import { rescanNow } from './safety/rescans/command.ts'

/** Prints one line. */
export type CommandOutput = (line: string) => void

/** Groups of the help text, in its order. */
const groups = ['People and publishers', 'Content', 'Catalog', 'Keys and tokens', 'Database'] as const

interface Command {
  usage: string
  group: (typeof groups)[number]
  example: string
  description: string
  /** Set if the command cannot run while another process has the data open. */
  isExclusive?: true
  /** Throws for unsuitable settings, before anything is opened. */
  check?(config: Config, args: readonly string[]): void
  run(deps: Deps, args: readonly string[], output: CommandOutput): Promise<number>
}

const commands: Record<string, Command> = {
  migrate: {
    usage: 'migrate',
    group: 'Database',
    example: 'migrate',
    description: 'Migrates the database to the newest schema. Every start does the same.',
    async run(_deps, _args, output) {
      // Opening the database has already migrated it.
      output('The database is up to date.')
      return 0
    },
  },
  seed: {
    usage: 'seed',
    group: 'Content',
    example: 'seed',
    description: 'Publishes the demo catalog through the real pipeline.',
    async run(deps, _args, output) {
      await seedDemo(deps, output)
      return 0
    },
  },
  import: {
    usage: 'import FILE | FOLDER | URL',
    group: 'Content',
    example: 'import community-list.jsonl.gz',
    description:
      "Imports community lists as unclaimed nodes: JSON lines, or the in-app manager's lists. Idempotent.",
    async run(deps, [source], output) {
      if (!source) return wrongUse('import', output)
      const summary = await importFrom(deps, source, output)
      output(JSON.stringify(summary))
      return summary.notRead.length > 0 && summary.created + summary.updated + summary.unchanged === 0 ? 1 : 0
    },
  },
  'import-core': {
    usage: 'import-core SOURCE [--version RELEASE]',
    group: 'Catalog',
    example: 'import-core ComfyUI-0.3.64.zip',
    description:
      "Updates the list of the tool's own comfy-nodes from its source (folder or zip file), its object_info, the manager's map, its documentation, or a list of names.",
    async run(deps, args, output) {
      return (
        (await importCore(deps, args, { loadParser, withFiles }, output)) ?? wrongUse('import-core', output)
      )
    },
  },
  'import-models': {
    usage: 'import-models SOURCE',
    group: 'Catalog',
    example: 'import-models model-list.json',
    description:
      "Imports where models can be downloaded: from the manager's list (file or URL), a folder of workflows and Markdown documents, or responses of the hub, which also have terms of use.",
    async run(deps, [source], output) {
      return source ? importModelLists(deps, source, output) : wrongUse('import-models', output)
    },
  },
  'grant-admin': {
    usage: 'grant-admin EMAIL | ID',
    group: 'People and publishers',
    example: 'grant-admin admin@example.com',
    description: 'Makes the user with this email or id an admin.',
    async run(deps, [emailOrId], output) {
      if (!emailOrId) return wrongUse('grant-admin', output)
      const user = await grantAdmin(deps, emailOrId)
      output(`${user.email} (${user.id}) is now an admin.`)
      return 0
    },
  },
  'unban-user': {
    usage: 'unban-user EMAIL',
    group: 'People and publishers',
    example: 'unban-user someone@example.com',
    description: 'Lifts the ban of the user with this email.',
    async run(deps, [email], output) {
      if (!email) return wrongUse('unban-user', output)
      const user = await unbanUser(deps, email)
      output(`${user.email} (${user.id}) is no longer banned.`)
      return 0
    },
  },
  'grant-credit': {
    usage: 'grant-credit EMAIL MICROS --reason TEXT [--transaction UUID]',
    group: 'People and publishers',
    example: 'grant-credit customer@example.com 5000000 --reason "Refund of order 42"',
    description: 'Adds millionths of the currency unit to a balance. Each transaction counts once.',
    async run(deps, args, output) {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { reason: { type: 'string' }, transaction: { type: 'string' } },
      })
      const [email, micros] = positionals
      if (!email || !micros || !values.reason) return wrongUse('grant-credit', output)
      const { reason, transaction } = values
      const granted = await grantCredit(deps, { email, amountMicros: Number(micros), reason, transaction })
      output(
        granted.isNew
          ? `${email} now has ${granted.balanceMicros} micros. The transaction is ${granted.transactionId}.`
          : `This transaction was already counted. ${email} has ${granted.balanceMicros} micros.`,
      )
      return 0
    },
  },
  'rotate-keys': {
    usage: 'rotate-keys',
    group: 'Keys and tokens',
    example: 'rotate-keys',
    description: 'Rotates the key that signs ID tokens. This also happens automatically every month.',
    async run(deps, _args, output) {
      if (!(await rotateSigningKey(deps))) {
        output('A hosted project signs the tokens.')
        return 1
      }
      output('A new key now signs ID tokens. Tokens signed with the previous key stay valid.')
      return 0
    },
  },
  'kill-list-key': {
    usage: 'kill-list-key add | retire KEY',
    group: 'Keys and tokens',
    example: 'kill-list-key add',
    description: 'Adds or retires a key that signs kill lists.',
    async run(deps, [act, kid = ''], output) {
      const operator = { kind: 'operator', id: 'operator' } as const
      if (act === 'add') {
        output(`Added the signing key ${await addSigningKey(deps, operator)}.`)
        return 0
      }
      if (act !== 'retire' || !kid) return wrongUse('kill-list-key', output)
      const isRetired = await retireSigningKey(deps, operator, kid)
      output(isRetired ? `Retired the signing key ${kid}.` : 'This key is not in use, or it is the only one.')
      return isRetired ? 0 : 1
    },
  },
  'create-publisher': {
    usage: 'create-publisher ID --owner EMAIL [--name NAME]',
    group: 'People and publishers',
    example: 'create-publisher acme --owner owner@example.com --name "Acme"',
    description: 'Creates a publisher for a user, even before their first sign-in.',
    async run(deps, args, output) {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { owner: { type: 'string' }, name: { type: 'string' } },
      })
      const [id] = positionals
      if (!id || !values.owner) return wrongUse('create-publisher', output)
      await createPublisherFor(deps, { id, name: values.name ?? id, ownerEmail: values.owner })
      output(`The publisher ${id} now belongs to ${values.owner}.`)
      return 0
    },
  },
  'create-token': {
    usage: 'create-token PUBLISHER [--name NAME]',
    group: 'People and publishers',
    example: 'create-token acme --name "CI of the blur pack"',
    description: 'Creates a publish token for a publisher and shows it once.',
    async run(deps, args, output) {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { name: { type: 'string' } },
      })
      const [publisherId] = positionals
      if (!publisherId) return wrongUse('create-token', output)
      output(await createTokenFor(deps, publisherId, values.name ?? 'Made by the operator'))
      return 0
    },
  },
  'create-service-token': {
    usage: 'create-service-token NAME [--days DAYS]',
    group: 'Keys and tokens',
    example: 'create-service-token scheduler --days 90',
    description: 'Creates a token for a scheduler or another service and shows it once.',
    async run(deps, args, output) {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { days: { type: 'string' } },
      })
      const [name] = positionals
      const days = Number(values.days ?? 365)
      if (!name || !Number.isInteger(days) || days < 1) return wrongUse('create-service-token', output)
      output(await createServiceToken(deps, { name, days }))
      return 0
    },
  },
  reindex: {
    usage: 'reindex',
    group: 'Content',
    example: 'reindex',
    description: 'Rebuilds the search index and the terms for spelling corrections.',
    async run(deps, _args, output) {
      output(`Indexed ${await reindexEverything(deps)} nodes.`)
      return 0
    },
  },
  rescan: {
    usage: 'rescan [--everything] [--apply ID]',
    group: 'Content',
    example: 'rescan --everything',
    description: 'Reports what the current rules would change in stored versions; --apply applies it.',
    async run(deps, args, output) {
      const { values } = parseArgs({
        args: [...args],
        options: { everything: { type: 'boolean' }, apply: { type: 'string' } },
      })
      return rescanNow(deps, values, output)
    },
  },
  snapshot: {
    usage: 'snapshot',
    group: 'Catalog',
    example: 'snapshot',
    description: 'Packs and issues a new catalog snapshot now.',
    async run(deps, _args, output) {
      await updateEntries(deps)
      const types = await packTypes(deps.db)
      const { digest, sequence } = await publishCatalogue(deps, { repacks: true, types })
      output(`Catalog ${sequence} has the digest ${digest}.`)
      return 0
    },
  },
  'read-advisories': {
    usage: 'read-advisories FILE | FOLDER | URL',
    group: 'Catalog',
    example: 'read-advisories https://osv.example/PyPI/all.zip',
    description:
      'Imports known vulnerabilities of Python packages: OSV records as JSON, one or many, or a zip file of them. Idempotent.',
    async run(deps, [source], output) {
      if (!source) return wrongUse('read-advisories', output)
      const { read, stored, others, unreadable } = await importAdvisories(deps, source, output)
      output(
        `Read ${read} advisories of Python packages, ${stored} of them new or changed. ` +
          `Records of other ecosystems: ${others}. Not readable: ${unreadable}.`,
      )
      return read === 0 && unreadable > 0 ? 1 : 0
    },
  },
  'read-python-index': {
    usage: 'read-python-index --from URL | FOLDER [--versions COUNT] [--also NAME]',
    group: 'Catalog',
    example: 'read-python-index --from https://index.example',
    description: 'Reads the Python packages that nodes require, and publishes them as a slice of the index.',
    async run(deps, args, output) {
      return (await readPythonIndex(deps, args, output)) ?? wrongUse('read-python-index', output)
    },
  },
  'copy-to': {
    usage: 'copy-to URL',
    group: 'Database',
    example: 'copy-to postgres://nodeyard@db.example:5432/nodeyard',
    description: 'Copies the whole database into an empty PostgreSQL. No other process can run meanwhile.',
    isExclusive: true,
    check: (config, [url]) => assertIsAnother(config, url),
    async run(deps, [url], output) {
      if (!url) return wrongUse('copy-to', output)
      await copyTo(deps, url, output)
      output(
        'Start with this URL as DATABASE_URL and keep all other settings: the archives stay where they are,',
      )
      output('and IDENTITY_KEY decrypts the stored secrets. Do not start with the old database again.')
      return 0
    },
  },
  verify: {
    usage: 'verify [--archives]',
    group: 'Database',
    example: 'verify --archives',
    description:
      'Checks all invariants of database and archives; exits with 1 if one is broken. --archives reads every byte.',
    async run(deps, args, output) {
      const { values } = parseArgs({ args: [...args], options: { archives: { type: 'boolean' } } })
      const found = [
        ...(await violations(deps.database)),
        ...(await catalogueViolations(deps)),
        ...(await sliceViolations(deps)),
        ...(await archiveViolations(deps, { readsAll: values.archives ?? false })),
      ]
      for (const { rule, ids } of found) output(`Broken: ${rule}: ${ids.join(', ')}`)
      if (found.length === 0) output('All invariants hold.')
      return found.length === 0 ? 0 : 1
    },
  },
}

/** Commands about other registries, which do not need this one's data. */
const remoteCommands: Record<
  string,
  Omit<Command, 'run'> & { run(args: readonly string[], output: CommandOutput): Promise<number> }
> = {
  mirror: {
    usage: 'mirror URL FOLDER [--key FILE] [--follow]',
    group: 'Catalog',
    example: 'mirror https://api.registry.example /srv/mirror --key keys.json --follow',
    description: "Mirrors another registry's catalog and verifies every file.",
    async run(args, output) {
      return (await mirrorCatalogue(args, output)) ?? wrongUse('mirror', output)
    },
  },
}

type Help = Pick<Command, 'usage' | 'description' | 'group' | 'example'>

const everyCommand: Record<string, Help> = {
  ...commands,
  ...remoteCommands,
}

const usageWidth = Math.max(...Object.values(everyCommand).map(({ usage }) => usage.length))

function wrongUse(name: string, output: CommandOutput): number {
  output(`Usage: npm run registry -- ${everyCommand[name]?.usage}`)
  return 2
}

const isKnown = (name: string | undefined): name is string =>
  name !== undefined && Object.hasOwn(commands, name)

/** Whether a command needs the database. Help and unknown commands do not. */
export function needsDatabase(args: readonly string[]): boolean {
  return isKnown(args[0]) && !args.includes('--help')
}

/** Throws if a command would do harm with these settings. */
export function checkCommand(config: Config, [name, ...args]: readonly string[]): void {
  if (isKnown(name)) commands[name]?.check?.(config, args)
}

/** Whether a command is refused, instead of forwarded, while another process has the data open. */
export function needsExclusiveAccess([name]: readonly string[]): boolean {
  return isKnown(name) && commands[name]?.isExclusive === true
}

/** Runs a command and resolves to its exit code. */
export async function runCommand(
  deps: Deps | undefined,
  [name, ...args]: readonly string[],
  output: CommandOutput,
): Promise<number> {
  if (name === undefined || name === '--help') return showAllCommands(output)
  if (!Object.hasOwn(everyCommand, name)) {
    output(`There is no command ${name}. List all with npm run registry -- --help`)
    return 2
  }
  if (args.includes('--help')) return showCommand(name, output)
  const remote = Object.hasOwn(remoteCommands, name) ? remoteCommands[name] : undefined
  if (remote) return remote.run(args, output)
  if (!deps) throw new Error(`The command ${name} needs a database.`)
  return commands[name]?.run(deps, args, output) ?? 2
}

function showAllCommands(output: CommandOutput): number {
  output('Usage: npm run registry -- COMMAND')
  for (const group of groups) {
    output(`\n${group}`)
    for (const command of Object.values(everyCommand))
      if (command.group === group) output(`  ${command.usage.padEnd(usageWidth)} ${command.description}`)
  }
  output('\nnpm run registry -- COMMAND --help shows an example.')
  return 0
}

function showCommand(name: string, output: CommandOutput): number {
  const { usage, description, example } = everyCommand[name] as Help
  output(`Usage: npm run registry -- ${usage}\n`)
  output(description)
  output(`\nExample: npm run registry -- ${example}`)
  return 0
}

import { parseArgs } from 'node:util'
import { seedDemo } from '../demo/seed.ts'
import type { Deps } from './deps.ts'
import { updateEntries } from './discovery/catalogue/entries/update.ts'
import { mirrorCatalogue } from './discovery/catalogue/mirror/command.ts'
import { publishCatalogue } from './discovery/catalogue/publish.ts'
import { catalogueViolations } from './discovery/catalogue/tidy.ts'
import { importCatalogue } from './discovery/import/import.ts'
import { readLines } from './discovery/import/lines.ts'
import { readPythonIndex } from './discovery/python-index/command.ts'
import { sliceViolations } from './discovery/python-index/publish.ts'
import { reindexEverything } from './discovery/search/reindex.ts'
import type { Config } from './ground/settings.ts'
import { violations } from './invariants.ts'
import { assertIsAnother, copyTo } from './operator/copy.ts'
import { grantCredit } from './operator/credit.ts'
import { createServiceToken, rotateSigningKey } from './operator/keys.ts'
import { createPublisherFor, createTokenFor } from './operator/publishers.ts'
import { grantAdmin, unbanUser } from './operator/users.ts'
import { archiveViolations } from './packs/publishing/verify-archives.ts'
import { addSigningKey, retireSigningKey } from './safety/advisories/kill-list.ts'
import { rescanNow } from './safety/rescans/command.ts'

/** Takes one line of what a command has to say. */
export type CommandOutput = (line: string) => void

interface Command {
  usage: string
  says: string
  /** Done by a process that has the data for itself, never by one that serves. */
  needsRest?: true
  /** Throws where the settings do not fit, before anything is opened. */
  check?(config: Config, args: readonly string[]): void
  run(deps: Deps, args: readonly string[], output: CommandOutput): Promise<number>
}

const commands: Record<string, Command> = {
  migrate: {
    usage: 'migrate',
    says: 'Brings the database to the newest form. Every start does the same.',
    async run(_deps, _args, output) {
      // Whoever has a database at hand here has migrated it.
      output('The database is up to date.')
      return 0
    },
  },
  seed: {
    usage: 'seed',
    says: 'Publishes the demo catalogue through the real pipeline.',
    async run(deps, _args, output) {
      await seedDemo(deps, output)
      return 0
    },
  },
  import: {
    usage: 'import FILE',
    says: 'Loads a community list (JSON lines, also gzipped) as unclaimed nodes. May be repeated.',
    async run(deps, [file], output) {
      if (!file) return wrongUse('import', output)
      const summary = await importCatalogue(deps, readLines(file), output)
      output(JSON.stringify(summary))
      return 0
    },
  },
  'grant-admin': {
    usage: 'grant-admin EMAIL | ID',
    says: 'Makes the user with this e-mail address, or this user id, an admin.',
    async run(deps, [emailOrId], output) {
      if (!emailOrId) return wrongUse('grant-admin', output)
      const user = await grantAdmin(deps, emailOrId)
      output(`${user.email} (${user.id}) is an admin now.`)
      return 0
    },
  },
  'unban-user': {
    usage: 'unban-user EMAIL',
    says: 'Lifts the ban of the user with this e-mail address.',
    async run(deps, [email], output) {
      if (!email) return wrongUse('unban-user', output)
      const user = await unbanUser(deps, email)
      output(`${user.email} (${user.id}) is not banned any more.`)
      return 0
    },
  },
  'grant-credit': {
    usage: 'grant-credit EMAIL MICROS --reason TEXT [--transaction UUID]',
    says: 'Adds millionths of the currency unit to a balance; the same transaction counts once.',
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
          ? `${email} has ${granted.balanceMicros} micros now. The transaction is ${granted.transactionId}.`
          : `This transaction has been counted already. ${email} has ${granted.balanceMicros} micros.`,
      )
      return 0
    },
  },
  'rotate-keys': {
    usage: 'rotate-keys',
    says: 'Signs ID tokens with a new key from now on. It happens by itself once a month.',
    async run(deps, _args, output) {
      if (!(await rotateSigningKey(deps))) {
        output('A hosted project signs the tokens.')
        return 1
      }
      output('A new key signs from now on; what the last one signed stays good.')
      return 0
    },
  },
  'kill-list-key': {
    usage: 'kill-list-key add | retire KEY',
    says: 'Signs kill lists with one key more, or no longer with an old one.',
    async run(deps, [act, kid = ''], output) {
      const operator = { kind: 'operator', id: 'operator' } as const
      if (act === 'add') {
        output(`The key ${await addSigningKey(deps, operator)} signs besides the others now.`)
        return 0
      }
      if (act !== 'retire' || !kid) return wrongUse('kill-list-key', output)
      const isRetired = await retireSigningKey(deps, operator, kid)
      output(isRetired ? `The key ${kid} signs no more.` : 'No such key is in use, or it is the only one.')
      return isRetired ? 0 : 1
    },
  },
  'create-publisher': {
    usage: 'create-publisher ID --owner EMAIL [--name NAME]',
    says: 'Creates a publisher for a user, who need not have signed in yet.',
    async run(deps, args, output) {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { owner: { type: 'string' }, name: { type: 'string' } },
      })
      const [id] = positionals
      if (!id || !values.owner) return wrongUse('create-publisher', output)
      await createPublisherFor(deps, { id, name: values.name ?? id, ownerEmail: values.owner })
      output(`The publisher ${id} belongs to ${values.owner} now.`)
      return 0
    },
  },
  'create-token': {
    usage: 'create-token PUBLISHER [--name NAME]',
    says: 'Creates a token to publish for a publisher, and shows it once.',
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
    says: 'Creates a token for a scheduler or another service, and shows it once.',
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
    says: 'Rebuilds the search entries of all nodes, and the words for corrections.',
    async run(deps, _args, output) {
      output(`${await reindexEverything(deps)} nodes are indexed.`)
      return 0
    },
  },
  rescan: {
    usage: 'rescan [--everything] [--apply ID]',
    says: 'Says what the rules of today would change in stored versions; --apply changes it.',
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
    says: 'Packs and issues a new snapshot of the catalogue now.',
    async run(deps, _args, output) {
      await updateEntries(deps)
      const { digest, sequence } = await publishCatalogue(deps, { repacks: true })
      output(`The catalogue ${sequence} is ${digest}.`)
      return 0
    },
  },
  'read-python-index': {
    usage: 'read-python-index --from URL | FOLDER [--versions COUNT] [--also NAME]',
    says: 'Reads the Python packages that nodes require, and publishes them as a slice of the index.',
    async run(deps, args, output) {
      return (await readPythonIndex(deps, args, output)) ?? wrongUse('read-python-index', output)
    },
  },
  'copy-to': {
    usage: 'copy-to URL',
    says: 'Copies the whole database into an empty PostgreSQL. No process may be running meanwhile.',
    needsRest: true,
    check: (config, [url]) => assertIsAnother(config, url),
    async run(deps, [url], output) {
      if (!url) return wrongUse('copy-to', output)
      await copyTo(deps, url, output)
      output(
        'Start with this address as DATABASE_URL, and with all other settings as they are: the archives stay',
      )
      output(
        'where they are, and IDENTITY_KEY opens what it has sealed. Do not start with the old database again.',
      )
      return 0
    },
  },
  verify: {
    usage: 'verify [--archives]',
    says: 'Walks every invariant over database and archives; ends with 1 when one is broken. --archives reads every byte.',
    async run(deps, args, output) {
      const { values } = parseArgs({ args: [...args], options: { archives: { type: 'boolean' } } })
      const ofArchives = await archiveViolations(deps, { readsAll: values.archives ?? false })
      const found = [
        ...(await violations(deps.database)),
        ...(await catalogueViolations(deps)),
        ...(await sliceViolations(deps)),
        ...ofArchives,
      ]
      for (const { rule, ids } of found) output(`Broken: ${rule}: ${ids.join(', ')}`)
      if (found.length === 0) output('All invariants hold.')
      return found.length === 0 ? 0 : 1
    },
  },
}

/** Commands about other registries, which need nothing of this one. */
const commandsApart: Record<
  string,
  Omit<Command, 'run'> & { run(args: readonly string[], output: CommandOutput): Promise<number> }
> = {
  mirror: {
    usage: 'mirror URL FOLDER [--key FILE] [--follow]',
    says: "Copies another registry's catalogue, proved and not believed.",
    async run(args, output) {
      return (await mirrorCatalogue(args, output)) ?? wrongUse('mirror', output)
    },
  },
}

const everyCommand: Record<string, Pick<Command, 'usage' | 'says'>> = { ...commands, ...commandsApart }

function wrongUse(name: string, output: CommandOutput): number {
  output(`Usage: npm run registry -- ${everyCommand[name]?.usage}`)
  return 2
}

const isKnown = (name: string | undefined): name is string =>
  name !== undefined && Object.hasOwn(commands, name)

/** Help and unknown commands are answered without opening anything. */
export function needsDatabase(args: readonly string[]): boolean {
  return isKnown(args[0]) && !args.includes('--help')
}

/** Throws where a command would do harm with these settings. */
export function checkCommand(config: Config, [name, ...args]: readonly string[]): void {
  if (isKnown(name)) commands[name]?.check?.(config, args)
}

/** Whether a command is refused while another process has the data open, instead of being handed to it. */
export function needsRest([name]: readonly string[]): boolean {
  return isKnown(name) && commands[name]?.needsRest === true
}

/** Runs one command; resolves with its exit code. */
export async function runCommand(
  deps: Deps | undefined,
  [name, ...args]: readonly string[],
  output: CommandOutput,
): Promise<number> {
  const apart = name === undefined || args.includes('--help') ? undefined : commandsApart[name]
  if (apart) return apart.run(args, output)
  if (deps && isKnown(name)) return commands[name]?.run(deps, args, output) ?? 2
  output('Usage: npm run registry -- COMMAND')
  for (const { usage, says } of Object.values(everyCommand)) output(`  ${usage.padEnd(51)} ${says}`)
  return name === undefined || name === '--help' || args.includes('--help') ? 0 : 2
}

import { parseArgs } from 'node:util'
import { grantCredit } from '../operator/credit.ts'
import { createServiceToken, rotateSigningKey } from '../operator/keys.ts'
import { createPublisherFor, createTokenFor, handOver } from '../operator/publishers.ts'
import { reseal, unreadableLines } from '../operator/secrets/reseal.ts'
import { forgetUser, grantAdmin, unbanUser } from '../operator/users.ts'
import { addSigningKey, retireSigningKey } from '../safety/advisories/kill-list.ts'
import type { Command } from './command.ts'

/** Commands about people, publishers, keys and tokens. */
export const peopleCommands: Record<string, Command> = {
  'grant-admin': {
    usage: 'grant-admin EMAIL | ID',
    group: 'People and publishers',
    example: 'grant-admin admin@example.com',
    description: 'Makes the user with this email or id an admin.',
    async run(deps, [emailOrId], output) {
      if (!emailOrId) return undefined
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
      if (!email) return undefined
      const user = await unbanUser(deps, email)
      output(`${user.email} (${user.id}) is no longer banned.`)
      return 0
    },
  },
  'forget-user': {
    usage: 'forget-user ID',
    group: 'People and publishers',
    example: 'forget-user 3f0c1f5e',
    description: 'Removes what belongs to an account that a hosted project deleted.',
    async run(deps, [id], output) {
      if (!id) return undefined
      const left = await forgetUser(deps, id)
      output(`${id} is forgotten. Keys stopped working.`)
      for (const publisher of left)
        output(
          `${publisher} has no owner. Hand it over: npm run registry -- hand-over ${publisher} --owner EMAIL`,
        )
      return 0
    },
  },
  'hand-over': {
    usage: 'hand-over PUBLISHER --owner EMAIL',
    group: 'People and publishers',
    example: 'hand-over acme --owner new-owner@example.com',
    description: 'Gives a publisher whose last owner deleted the account to a user.',
    async run(deps, args, output) {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { owner: { type: 'string' } },
      })
      const [id] = positionals
      if (!id || !values.owner) return undefined
      if (!(await handOver(deps, id, values.owner))) {
        output(`${id} has an owner, who can invite others.`)
        return 1
      }
      output(`The publisher ${id} now belongs to ${values.owner}.`)
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
      if (!email || !micros || !values.reason) return undefined
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
  reseal: {
    usage: 'reseal',
    group: 'Keys and tokens',
    example: 'reseal',
    description:
      'Encrypts all stored secrets with the first key in IDENTITY_KEY, so that the others can be removed.',
    async run(deps, _args, output) {
      if (!deps.seal.hasKey) {
        output('IDENTITY_KEY is not set.')
        return 1
      }
      const { resealed, unreadable } = await reseal(deps)
      output(`Encrypted ${resealed} stored secrets with the first key.`)
      const lines = unreadableLines(unreadable)
      lines.forEach(output)
      return lines.length > 0 ? 1 : 0
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
        const added = await addSigningKey(deps, operator)
        output(added ? `Added the signing key ${added}.` : 'Retire a key first. Clients read no more than 8.')
        return added ? 0 : 1
      }
      if (act !== 'retire' || !kid) return undefined
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
      if (!id || !values.owner) return undefined
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
      if (!publisherId) return undefined
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
      if (!name || !Number.isInteger(days) || days < 1) return undefined
      output(await createServiceToken(deps, { name, days }))
      return 0
    },
  },
}

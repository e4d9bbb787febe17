import assert from 'node:assert/strict'
import type { World } from './world.ts'

/** Runs all jobs, then returns the last message to a recipient. */
export async function lastSentTo(world: World, to: string): Promise<{ subject: string; text: string }> {
  const [newest] = await allSentTo(world, to)
  return newest ?? assert.fail(`Nothing was sent to ${to}.`)
}

/** Lists the messages to a recipient, newest first. */
export async function allSentTo(world: World, to: string): Promise<{ subject: string; text: string }[]> {
  await world.runJobs()
  const rows = await world.deps.db
    .selectFrom('outbox_messages')
    .selectAll()
    .where('recipient', '=', to)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ subject, body }) => ({ subject, text: body }))
}

/** Returns the query of the link in the last mail to a recipient. */
export async function lastLinkTo(world: World, to: string): Promise<URLSearchParams> {
  const { text } = await lastSentTo(world, to)
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
  return new URL(link).searchParams
}

export async function lastCodeTo(world: World, to: string): Promise<string> {
  return (await lastLinkTo(world, to)).get('oobCode') ?? ''
}

/** Returns the digits in the last text message to a number. */
export async function lastDigitsTo(world: World, phone: string): Promise<string> {
  const { text } = await lastSentTo(world, phone)
  return /\d{6}/.exec(text)?.[0] ?? ''
}

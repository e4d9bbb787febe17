import type { MessageRow } from './sql.ts'

/** How many messages the publisher wrote since the last answer. */
export function unanswered(messages: readonly MessageRow[]): number {
  return messages.length - 1 - messages.findLastIndex(({ from_moderators }) => from_moderators)
}

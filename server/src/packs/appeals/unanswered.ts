import type { MessageRow } from './sql.ts'

/** Counts the publisher's messages since the last reply. */
export function unanswered(messages: readonly MessageRow[]): number {
  return messages.length - 1 - messages.findLastIndex(({ from_moderators }) => from_moderators)
}

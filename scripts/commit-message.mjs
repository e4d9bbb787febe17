// node scripts/commit-message.mjs FILE: checks one commit message; with --log, a log on standard input separated by NUL bytes.
// Plain JavaScript, so that a hook can call it on the Node.js of any checkout.
import { readFileSync } from 'node:fs'

const longestSubject = 72
const form = /^(?<area>[a-z][a-z0-9-]*(?:\/[a-z0-9-]+)?): (?<summary>[a-z`'"0-9].*[^.\s])$/
const generated = /^(Merge |Revert "|fixup! |squash! )/
const notImperative =
  /^(added|adds|adding|fixed|fixes|fixing|changed|changes|removed|removes|updated|updates)\b/

/** Returns the problems of a commit message; empty when it is fine. */
export function problemsOf(message) {
  const [subject = '', second = ''] = message.split('\n').filter((line) => !line.startsWith('#'))
  if (generated.test(subject)) return []
  const match = form.exec(subject)
  return [
    ...(subject.length > longestSubject
      ? [`the subject has ${subject.length} characters; ${longestSubject} are allowed`]
      : []),
    ...(match ? [] : ['the subject is not "area: imperative summary" without a period']),
    ...(match && notImperative.test(match.groups.summary)
      ? ['the summary starts with an imperative, such as "add" or "fix"']
      : []),
    ...(second === '' ? [] : ['a blank line separates the subject from the body']),
  ]
}

if (import.meta.main ?? process.argv[1]?.endsWith('commit-message.mjs')) {
  const isLog = process.argv[2] === '--log'
  const messages = isLog
    ? readFileSync(0, 'utf8')
        .split('\0')
        .map((one) => one.trim())
        .filter(Boolean)
    : [readFileSync(process.argv[2], 'utf8').trim()]
  for (const message of messages) {
    for (const problem of problemsOf(message)) {
      console.error(`${message.split('\n')[0]}\n  ${problem}`)
      process.exitCode = 1
    }
  }
}

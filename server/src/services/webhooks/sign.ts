import { createHmac } from 'node:crypto'

const mark = 'whsec_'
/** Source: Standard Webhooks 1.0: between 24 and 64. */
export const secretBytes = 32

export const toSecret = (key: Buffer): string => mark + key.toString('base64')

/** One signature for each secret that is good now, separated by spaces. Source: Standard Webhooks 1.0. */
export function signatureOf(
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(mark.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}

import { createHmac } from 'node:crypto'

const prefix = 'whsec_'
/** Standard Webhooks 1.0 requires 24 to 64 bytes. */
export const secretBytes = 32

export const toSecret = (key: Buffer): string => prefix + key.toString('base64')

/** Returns one signature per valid secret, separated by spaces. Source: Standard Webhooks 1.0. */
export function signatureOf(
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}

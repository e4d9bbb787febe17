import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const mark = 'sealed.'
const ivBytes = 12
const tagBytes = 16

/** Keeps small secrets in the database unreadable for whoever has the database alone. */
export interface Seal {
  close(text: string): string
  /** Throws when the text was sealed with a key that is not there. */
  open(text: string): string
  /** Whether `close` would use the key that this was sealed with. */
  isCurrent(text: string): boolean
}

/** AES-256-GCM with the first key; every key opens. Without a key texts stay as they are. */
export function sealWith(keys: readonly Buffer[]): Seal {
  const [first] = keys
  return {
    isCurrent: (text) =>
      text.startsWith(mark) ? first !== undefined && decrypt(first, bytesOf(text)) !== undefined : !first,
    close: (text) => (first ? mark + encrypt(first, text).toString('base64url') : text),
    open(text) {
      if (!text.startsWith(mark)) return text
      for (const key of keys) {
        const opened = decrypt(key, bytesOf(text))
        if (opened !== undefined) return opened
      }
      throw new Error(
        'IDENTITY_KEY is not the key by which the identity secrets in the database were sealed.',
      )
    },
  }
}

const bytesOf = (sealed: string) => Buffer.from(sealed.slice(mark.length), 'base64url')

function encrypt(key: Buffer, text: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

function decrypt(key: Buffer, sealed: Buffer): string | undefined {
  const iv = sealed.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  try {
    const body = decipher.update(sealed.subarray(ivBytes + tagBytes))
    return Buffer.concat([body, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const prefix = 'sealed.'
const ivBytes = 12
const tagBytes = 16

/** `current` is what `close` would write; `previous` is encrypted with another of the keys. */
export type SealState = 'current' | 'previous' | 'plaintext' | 'unreadable'

/** Encrypts small secrets, so that a leak of the database alone does not expose them. */
export interface Seal {
  /** Whether new secrets are encrypted. */
  hasKey: boolean
  close(text: string): string
  /** Throws if none of the keys decrypts the text. */
  open(text: string): string
  stateOf(text: string): SealState
}

/** Encrypts with AES-256-GCM and the first key; any key decrypts. Without keys, texts stay as they are. */
export function sealWith(keys: readonly Buffer[]): Seal {
  const [first] = keys
  const opens = (key: Buffer, text: string) => decrypt(key, bytesOf(text)) !== undefined
  return {
    hasKey: first !== undefined,
    stateOf(text) {
      if (!text.startsWith(prefix)) return first ? 'plaintext' : 'current'
      if (first && opens(first, text)) return 'current'
      return keys.some((key) => opens(key, text)) ? 'previous' : 'unreadable'
    },
    close: (text) => (first ? prefix + encrypt(first, text).toString('base64url') : text),
    open(text) {
      if (!text.startsWith(prefix)) return text
      for (const key of keys) {
        const opened = decrypt(key, bytesOf(text))
        if (opened !== undefined) return opened
      }
      throw new Error('IDENTITY_KEY is not the key that encrypted the identity secrets in the database.')
    },
  }
}

const bytesOf = (sealed: string) => Buffer.from(sealed.slice(prefix.length), 'base64url')

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

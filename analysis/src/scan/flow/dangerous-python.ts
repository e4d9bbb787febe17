import { startsProgram } from './call-tables.ts'
import { names } from './names.ts'

const dangerous = names(
  /^(exec|eval|compile|__import__|execfile|getattr|base64\.\w{0,40}decode\w{0,40}|zlib\.decompress|marshal\.loads?|pickle\.loads?|importlib\.import_module|runpy\.run_(path|module)|types\.FunctionType|globals)$/,
)

export function isDangerousPython(name: string): boolean {
  return dangerous.test(name) || startsProgram.test(name)
}

const runs = names(/^(exec|eval|execfile|__import__|importlib\.import_module|runpy\.run_(path|module))$/)

/** Functions that run their argument. */
export function runsPython(name: string): boolean {
  return runs.test(name) || startsProgram.test(name)
}

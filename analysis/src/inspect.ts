import type { Capability } from './capabilities/capability.ts'
import type { ComfyNode, Undecided } from './extract/comfy-node.ts'
import type { Manifest } from './manifest/manifest.ts'
import type { PackFiles } from './pack-files.ts'
import type { PythonParser } from './python/parser.ts'
import type { Finding } from './scan/finding.ts'

/** Everything that a pack's files say, without running any of them. The same pack gives the same bytes. */
export interface Inspection {
  /** Null when there is no readable `pyproject.toml`; the findings then say why. */
  manifest: Manifest | null
  readme: Readme | null
  comfy_nodes: ComfyNode[]
  undecided: Undecided[]
  findings: Finding[]
  capabilities: Capability[]
  archive: PackSize
}

export interface Readme {
  path: string
  text: string
  /** Only the first `readmeBytes` are kept. */
  is_cut: boolean
}

export interface PackSize {
  files: number
  unpacked_bytes: number
  python_files: number
}

export async function inspectPack(_files: PackFiles, _parser: PythonParser): Promise<Inspection> {
  throw new Error('Not built yet')
}

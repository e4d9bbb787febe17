/** A model file that something needs. */
export interface NeededModel {
  /** Below its folder, with `/` between parts. */
  name: string
  /** Below the tool's folder of models. Omitted if it is not known. */
  folder?: string
  /** How the folder is known. Recorded folders and those of the tool's own loaders are certain. */
  folderFrom?: 'record' | 'loader' | 'registry' | EvidenceOfPack
  /** All folders in which its comfy-node looks, if there are several. */
  folders?: string[]
  /** Where it can be downloaded, the surest first. */
  sources: ModelSource[]
  sha256?: string
  size?: number
  /** Comfy-nodes that use it. */
  usedBy: string[]
  /** Whether only muted or bypassed comfy-nodes use it. */
  isInactive: boolean
  /** Whether the packs of its comfy-nodes offer the file by name, and get it themselves. */
  isOffered?: true
}

export interface ModelSource {
  url: string
  /** The workflow's own record, a note in it, the registry, or a pack that the workflow uses. */
  from: 'record' | 'note' | 'registry' | EvidenceOfPack
  /** Whether the address is a page where people choose the file. Programs cannot download it. */
  isPage?: true
  /** The pack whose code, workflow or documentation names the address. */
  pack?: string
}

/** Code that downloads it, a workflow that the pack ships, or its documentation. The surest is first. */
export const evidenceOfPacks = ['code', 'example', 'docs'] as const
export type EvidenceOfPack = (typeof evidenceOfPacks)[number]

/** An input of a comfy-node that names files of models. */
export interface ModelInput {
  comfy_node_name: string
  /** Omitted for inputs that the front end adds. */
  input?: string
  /** The position among the values that a saved workflow stores. */
  place?: number
  /** Where the tool looks for the files, below its folder of models. */
  folders: string[]
  /** Files that the pack offers by name, so that people need not have them. */
  files: string[]
}

/** A model that a pack names with an address. */
export interface ModelOfPack {
  /** The address of the file, of a page where people choose it, or of the hub's repository if no file is named. */
  url: string
  /** The file, below its folder. Omitted for a whole repository. */
  name?: string
  /** Below the tool's folder of models. Omitted if it is not stated. */
  folder?: string
  from: EvidenceOfPack
  isPage?: true
  /** The first place that names it. */
  file: string
  line: number
}

const modelForm =
  /\.(safetensors|sft|ckpt|pt|pth|bin|gguf|onnx|pkl|pickle|engine|model|safetensors\.index\.json)$/i
/** Formats of Python's pickle, which can run code while they are loaded. */
const runsCode = /\.(ckpt|pt|pth|bin|pkl|pickle|model)$/i

export const isModelName = (name: string): boolean => name.length <= 300 && modelForm.test(name)
export const canRunCode = (name: string): boolean => runsCode.test(name)
export const baseName = (name: string): string => name.split(/[\\/]/).at(-1) ?? name

/** Returns the address of the repository that an address of the hub belongs to. */
export function hubRepositoryOf(url: string): string | undefined {
  const [, path] =
    /^https:\/\/(?:www\.)?huggingface\.co\/((?:datasets\/)?\w[\w.-]{0,95}\/\w[\w.-]{0,95})(?:[/?#]|$)/.exec(
      url,
    ) ?? []
  return path === undefined ? undefined : `https://huggingface.co/${path}`
}

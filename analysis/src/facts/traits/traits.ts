import { defined } from '../../ground/defined.ts'
import { compareText } from '../../ground/finding.ts'
import { tableOf } from '../../ground/table.ts'
import type { Manifest } from '../../manifest/manifest.ts'
import type { ModelInput, ModelOfPack } from '../../workflow/models/model.ts'
import type { InterfaceUse } from '../interfaces/interface-use.ts'

/** The needs of a pack, found in its files without running them. Lists are sorted; unknown traits are absent or empty. */
export interface Traits {
  /** Short name of the license, or its first words. */
  license?: string
  /** `[project] requires-python`, as written. */
  python?: string
  /** Python versions of wheels that it names, such as `3.11`. */
  wheels: string[]
  /** Systems that its code or its requirements need: `Windows`, `Linux`, `macOS`. */
  os: string[]
  /** Accelerators that they need: `CUDA`, `ROCm`, `Metal`. */
  accelerators: string[]
  /** Lines of its requirements, from the project file and from `requirements.txt`. */
  requirements: string[]
  /** Whether there is a `requirements.txt` at the top, which installers follow. */
  has_requirements: boolean
  /** Example workflows that the tool offers to its users. */
  examples: number
  /** Interfaces of the tool that it uses and that are gone or deprecated. */
  interfaces: InterfaceUse[]
  /** Models that its code downloads, or that its workflows and documents offer, with addresses. */
  models: ModelOfPack[]
  /** Inputs of its comfy-nodes that name files of models. */
  model_inputs: ModelInput[]
}

interface TraitSources {
  paths: readonly string[]
  manifest: Manifest | undefined
  license: string | undefined
  /** Python files by path. */
  python: ReadonlyMap<string, string>
  /** Other texts by path, requirements among them. */
  data: ReadonlyMap<string, string>
  interfaces: InterfaceUse[]
  models: ModelOfPack[]
  modelInputs: ModelInput[]
}

const maxRequirements = 200
const maxRequirementLength = 300

/** Collects the traits of a pack. Every text is read once, line by line. */
export function readTraits(sources: TraitSources): Traits {
  const { paths, manifest, license, python, data, interfaces, models, modelInputs } = sources
  const lines = requirementLines(manifest, data.get('requirements.txt') ?? '')
  const needed = new Needs()
  for (const line of lines) needed.addRequirement(line)
  for (const text of python.values()) needed.addImports(text)
  return {
    ...defined({ license }),
    ...(manifest?.requires_python ? { python: manifest.requires_python.slice(0, maxRequirementLength) } : {}),
    wheels: needed.wheels(),
    os: needed.os(),
    accelerators: needed.accelerators(),
    requirements: lines.slice(0, maxRequirements),
    has_requirements: paths.includes('requirements.txt'),
    examples: paths.filter(isExample).length,
    interfaces,
    models,
    model_inputs: modelInputs,
  }
}

/** The folders in which the tool looks for example workflows. */
const isExample = (path: string) =>
  /^(example_workflows|workflows?|examples?|example)\/([^/]+\/)*[^/]+\.json$/i.test(path)

function withoutRemark(line: string): string {
  const at = line.search(/(^|\s)#/)
  return (at < 0 ? line : line.slice(0, at)).trim()
}

function requirementLines(manifest: Manifest | undefined, text: string): string[] {
  // A project file can take its dependencies from other files, with their remarks.
  const all = [...(manifest?.dependencies ?? []), ...text.split('\n')].map((line) => withoutRemark(line))
  return [...new Set(all.filter((line) => line !== '').map((line) => line.slice(0, maxRequirementLength)))]
}

/** Packages that work on one kind of machine only. */
const systems = tableOf<string>({
  pywin32: 'Windows',
  'pywin32-ctypes': 'Windows',
  wmi: 'Windows',
  pypiwin32: 'Windows',
  'triton-windows': 'Windows',
  mlx: 'macOS',
  'pyobjc-core': 'macOS',
})
const devices = tableOf<string>({
  'onnxruntime-gpu': 'CUDA',
  cupy: 'CUDA',
  pycuda: 'CUDA',
  pynvml: 'CUDA',
  'nvidia-ml-py': 'CUDA',
  'nvidia-ml-py3': 'CUDA',
  'flash-attn': 'CUDA',
  'triton-windows': 'CUDA',
  mlx: 'Metal',
  coremltools: 'Metal',
  'onnxruntime-rocm': 'ROCm',
})
const devicePatterns: readonly [RegExp, string][] = [
  [/^(tensorrt|nvidia|cupy-cuda|cuda-python|pycuda|faiss-gpu)(-|$)/, 'CUDA'],
  [/^(mlx)-/, 'Metal'],
]
/** Modules that exist on one system only. */
const systemModules = tableOf<string>({
  winreg: 'Windows',
  win32api: 'Windows',
  win32gui: 'Windows',
  win32con: 'Windows',
  msvcrt: 'Windows',
  mlx: 'macOS',
})
const deviceModules = tableOf<string>({
  tensorrt: 'CUDA',
  pycuda: 'CUDA',
  cupy: 'CUDA',
  pynvml: 'CUDA',
  flash_attn: 'CUDA',
  mlx: 'Metal',
})

class Needs {
  readonly #os = new Set<string>()
  readonly #accelerators = new Set<string>()
  readonly #wheels = new Set<string>()

  /** A line with a marker is for some machines only, so it tells nothing about all of them. */
  addRequirement(line: string): void {
    const [requirement = '', marker] = line.split(';', 2)
    for (const [, digits = ''] of requirement.matchAll(/-cp3(\d{1,2})-cp3/g)) this.#wheels.add(`3.${digits}`)
    if (marker !== undefined) return
    const name =
      /^[A-Za-z0-9][A-Za-z0-9._-]*/
        .exec(requirement)?.[0]
        .toLowerCase()
        .replace(/[._-]+/g, '-') ?? ''
    this.#need(this.#os, systems.get(name))
    this.#need(this.#accelerators, devices.get(name) ?? devicePatterns.find(([form]) => form.test(name))?.[1])
    if (/-win_amd64\.whl/.test(requirement)) this.#os.add('Windows')
    else if (/-(many)?linux\w*\.whl/.test(requirement)) this.#os.add('Linux')
    else if (/-macosx\w*\.whl/.test(requirement)) this.#os.add('macOS')
  }

  /** Imports at the start of a line run on every machine. */
  addImports(text: string): void {
    for (const [, module = ''] of text.matchAll(/^(?:import|from) +([A-Za-z_]\w*)/gm)) {
      this.#need(this.#os, systemModules.get(module))
      this.#need(this.#accelerators, deviceModules.get(module))
    }
  }

  wheels(): string[] {
    return [...this.#wheels].sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)))
  }

  /** Wheels for several systems mean that it runs on all of them. */
  os(): string[] {
    return [...this.#os].sort(compareText)
  }

  accelerators(): string[] {
    return [...this.#accelerators].sort(compareText)
  }

  #need(found: Set<string>, value: string | undefined): void {
    if (value) found.add(value)
  }
}

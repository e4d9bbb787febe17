import { bool, int, list, str, type Value } from './values.ts'

/** Functions outside the pack that return a list, such as the user's model files. */
export const listFunctions: ReadonlySet<string> = new Set([
  'folder_paths.filter_files_content_types',
  'os.scandir',
  'os.walk',
])

/** Lists of the tool that packs offer as choices. Their items change with its version. */
export const toolLists: ReadonlySet<string> = new Set([
  'comfy.samplers.KSampler.SAMPLERS',
  'comfy.samplers.KSampler.SCHEDULERS',
  'comfy.samplers.KSampler.DISCARD_PENULTIMATE_SIGMA_SAMPLERS',
  'comfy.samplers.SAMPLER_NAMES',
  'comfy.samplers.SCHEDULER_NAMES',
  'comfy.samplers.KSAMPLER_NAMES',
  'comfy.samplers.CFGGuider.SAMPLERS',
  'comfy.sample.SAMPLERS',
  'nodes.LoraLoader.SAMPLERS',
  'folder_paths.supported_pt_extensions',
])

/** The tool's constants for types whose name differs from the type. */
const typeConstants: Readonly<Record<string, string>> = {
  ANY: '*',
  NUMBER: 'FLOAT,INT',
  PRIMITIVE: 'STRING,FLOAT,INT,BOOLEAN',
}

const float = (value: number): Value => ({ kind: 'float', value })

/** Constants that are the same on every machine. Windows has another separator, which packs only replace. */
const constants: ReadonlyMap<string, Value> = new Map([
  ['nodes.MAX_RESOLUTION', int(16_384)],
  ['os.sep', str('/')],
  ['os.path.sep', str('/')],
  ['sys.maxsize', int(2n ** 63n - 1n)],
  ['sys.float_info.max', float(Number.MAX_VALUE)],
  ['sys.float_info.min', float(2 ** -1022)],
  ['sys.float_info.epsilon', float(Number.EPSILON)],
  ...['math', 'numpy'].flatMap((module): [string, Value][] => [
    [`${module}.pi`, float(Math.PI)],
    [`${module}.e`, float(Math.E)],
    [`${module}.inf`, float(Number.POSITIVE_INFINITY)],
  ]),
  ['math.tau', float(2 * Math.PI)],
  ['string.ascii_lowercase', str('abcdefghijklmnopqrstuvwxyz')],
  ['string.ascii_uppercase', str('ABCDEFGHIJKLMNOPQRSTUVWXYZ')],
  ['string.digits', str('0123456789')],
])

/** Returns a constant of the tool that is the same in all its versions. */
export function toolConstant(path: string, name: string): Value | undefined {
  const known = constants.get(`${path}.${name}`)
  if (known) return known
  if (!/^comfy\.comfy_types(\.node_typing)?\.IO$/.test(path) || !/^[A-Z_]+$/.test(name)) return undefined
  return str(typeConstants[name] ?? name)
}

/** Attributes that make a class a comfy-node. No library has them: only packs and the tool itself do. */
export function isOnlyInPacks(path: string, name: string): boolean {
  return (
    /^(INPUT_TYPES|RETURN_TYPES|FUNCTION|CATEGORY|NODE_\w+_MAPPINGS|define_schema)$/.test(name) &&
    !/^(nodes|comfy|comfy_api|comfy_extras|custom_nodes)(\.|$)/.test(path)
  )
}

/**
 * Packs check who calls `INPUT_TYPES`. The evaluation acts as the tool's node listing, not as a run of a
 * node.
 */
export function isNeverEqual(path: string, text: string): boolean {
  return path === 'inspect.FrameInfo.function' && text === 'get_input_info'
}

/** Whether only a test run sets this variable. */
export function isTestVariable(name: string): boolean {
  return /(^|_)(TEST|TESTS|TESTING|PYTEST|UNITTEST)(_|$)/.test(name)
}

/** Whether none of the tool's collections contains the item while it runs: it is not a test run. */
export function isNeverIn(collection: string, item: string): boolean {
  return (
    (collection === 'os.environ' && isTestVariable(item)) ||
    (collection === 'sys.modules' && (item === 'pytest' || item === 'unittest'))
  )
}

interface ToolClass {
  returns: readonly string[]
  function: string
  category: string
  isOutput?: boolean
}

/** Attributes that packs inherit from the tool's own comfy-nodes. Their inputs differ between versions. */
const toolClasses: Readonly<Record<string, ToolClass>> = {
  'nodes.SaveImage': { returns: [], function: 'save_images', category: 'image', isOutput: true },
  'nodes.PreviewImage': { returns: [], function: 'save_images', category: 'image', isOutput: true },
  'nodes.SaveLatent': { returns: [], function: 'save', category: '_for_testing', isOutput: true },
  'nodes.LoadImage': { returns: ['IMAGE', 'MASK'], function: 'load_image', category: 'image' },
  'nodes.LoadImageMask': { returns: ['MASK'], function: 'load_image', category: 'mask' },
  'nodes.LoadLatent': { returns: ['LATENT'], function: 'load', category: '_for_testing' },
  'nodes.LoraLoader': { returns: ['MODEL', 'CLIP'], function: 'load_lora', category: 'loaders' },
  'nodes.LoraLoaderModelOnly': { returns: ['MODEL'], function: 'load_lora_model_only', category: 'loaders' },
  'nodes.CheckpointLoaderSimple': {
    returns: ['MODEL', 'CLIP', 'VAE'],
    function: 'load_checkpoint',
    category: 'loaders',
  },
  'nodes.VAELoader': { returns: ['VAE'], function: 'load_vae', category: 'loaders' },
  'nodes.UNETLoader': { returns: ['MODEL'], function: 'load_unet', category: 'advanced/loaders' },
  'nodes.CLIPLoader': { returns: ['CLIP'], function: 'load_clip', category: 'advanced/loaders' },
  'nodes.DualCLIPLoader': { returns: ['CLIP'], function: 'load_clip', category: 'advanced/loaders' },
  'nodes.ControlNetLoader': { returns: ['CONTROL_NET'], function: 'load_controlnet', category: 'loaders' },
  'nodes.CLIPTextEncode': { returns: ['CONDITIONING'], function: 'encode', category: 'conditioning' },
  'nodes.KSampler': { returns: ['LATENT'], function: 'sample', category: 'sampling' },
  'nodes.KSamplerAdvanced': { returns: ['LATENT'], function: 'sample', category: 'sampling' },
  'nodes.VAEDecode': { returns: ['IMAGE'], function: 'decode', category: 'latent' },
  'nodes.VAEEncode': { returns: ['LATENT'], function: 'encode', category: 'latent' },
  'nodes.EmptyLatentImage': { returns: ['LATENT'], function: 'generate', category: 'latent' },
}

/** Returns an attribute of one of the tool's own comfy-nodes that is the same in all its versions. */
export function toolClassAttribute(path: string, name: string): Value | undefined {
  const found = toolClasses[path]
  if (!found) return undefined
  if (name === 'RETURN_TYPES') return list(found.returns.map(str), 'tuple')
  if (name === 'FUNCTION') return str(found.function)
  if (name === 'CATEGORY') return str(found.category)
  return name === 'OUTPUT_NODE' ? bool(found.isOutput === true) : undefined
}

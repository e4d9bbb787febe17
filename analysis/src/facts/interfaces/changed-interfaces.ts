import { defined } from '../../ground/defined.ts'

/** An interface of the tool or its front end that packs used, and that is gone or about to go. */
interface ChangedInterface {
  /** A dotted Python name, or the path of a script that the tool serves. */
  name: string
  language: 'python' | 'script'
  /** `deprecated` ones still work, with a warning of the tool. */
  state: 'removed' | 'deprecated'
  /** The day on which it was first known to be gone, or to be warned about. */
  since: string
  /** The earliest numbered release of the tool that is known to lack it. The tool has numbers since August 2024. */
  tool?: string
  /** The earliest release of the front end that is known to warn about it. */
  frontend?: string
  /** The replacement. */
  instead?: string
  /** Where the change is on record. */
  source: string
}

const issue = (repository: string, number: number) => `https://github.com/${repository}/issues/${number}`

/** Removed before the tool had numbers, so every numbered release lacks it. */
const beforeNumbers = (name: string, since: string, source: string, instead?: string): ChangedInterface => ({
  name,
  language: 'python',
  state: 'removed',
  since,
  tool: '0.0.1',
  source,
  ...defined({ instead: instead || undefined }),
})

const removedIn = (
  tool: string,
  since: string,
  source: string,
  names: readonly string[],
): ChangedInterface[] =>
  names.map((name) => ({ name, language: 'python', state: 'removed', since, tool, source }))

/** The tool itself warns when a browser asks for them. */
const oldScripts = (names: Record<string, string>): ChangedInterface[] =>
  Object.entries(names).map(([name, instead]) => ({
    name,
    language: 'script',
    state: 'deprecated',
    since: '2025-10-19',
    frontend: '1.28.7',
    ...defined({ instead: instead || undefined }),
    source: issue('Comfy-Org/ComfyUI', 10410),
  }))

/** Sources: the issues of packs that stopped loading, and warnings of the tool. */
export const changedInterfaces: readonly ChangedInterface[] = [
  beforeNumbers(
    'comfy.ldm.modules.attention.CrossAttentionPytorch',
    '2023-10-12',
    issue('shiimizu/ComfyUI_smZNodes', 21),
    'comfy.ldm.modules.attention.optimized_attention',
  ),
  beforeNumbers(
    'comfy.ldm.modules.attention.CrossAttentionDoggettx',
    '2023-10-12',
    issue('Kosinkadink/ComfyUI-AnimateDiff-Evolved', 95),
    'comfy.ldm.modules.attention.optimized_attention',
  ),
  beforeNumbers(
    'comfy.sd.ModelPatcher',
    '2023-10-31',
    issue('Kosinkadink/ComfyUI-AnimateDiff-Evolved', 173),
    'comfy.model_patcher.ModelPatcher',
  ),
  beforeNumbers(
    'comfy.samplers.CompVisVDenoiser',
    '2023-11-01',
    issue('ssitu/ComfyUI_restart_sampling', 6),
    'comfy.model_sampling',
  ),
  beforeNumbers(
    'comfy.model_management.maximum_batch_area',
    '2023-11-13',
    issue('guoyww/AnimateDiff', 220),
    'comfy.model_management.get_free_memory',
  ),
  beforeNumbers('comfy.samplers.wrap_model', '2024-04-05', issue('jags111/efficiency-nodes-comfyui', 150)),
  beforeNumbers('comfy.samplers.CFGNoisePredictor', '2024-04-05', issue('shiimizu/ComfyUI_smZNodes', 62)),
  beforeNumbers(
    'comfy.sample.get_models_from_cond',
    '2024-04-05',
    issue('city96/ComfyUI_ExtraModels', 18),
    'comfy.sampler_helpers.get_models_from_cond',
  ),
  beforeNumbers(
    'comfy_extras.chainner_models.types',
    '2024-05-26',
    issue('Acly/comfyui-inpaint-nodes', 48),
    'spandrel',
  ),
  beforeNumbers(
    'comfy_extras.chainner_models.architecture',
    '2024-05-26',
    issue('Acly/comfyui-inpaint-nodes', 48),
    'spandrel',
  ),
  ...removedIn('0.1.0', '2024-08-15', 'https://github.com/Comfy-Org/ComfyUI/pull/2666', [
    'execution.recursive_execute',
    'execution.recursive_will_execute',
    'execution.recursive_output_delete_if_changed',
  ]),
  ...removedIn('0.8.2', '2026-01-08', issue('welltop-cn/ComfyUI-TeaCache', 178), [
    'comfy.ldm.lightricks.model.precompute_freqs_cis',
  ]),
  ...removedIn('0.30.0', '2026-07-24', 'https://github.com/Lightricks/ComfyUI-LTXVideo/pull/532', [
    'comfy.ldm.lightricks.model.interleaved_freqs_cis',
    'comfy.ldm.lightricks.model.split_freqs_cis',
  ]),
  ...oldScripts({
    '/scripts/ui.js': 'window.comfyAPI.ui',
    '/scripts/ui/': '',
    '/extensions/core/clipspace.js': 'window.comfyAPI.clipspace',
    '/extensions/core/groupNode.js': 'window.comfyAPI.groupNode',
    '/extensions/core/widgetInputs.js': 'window.comfyAPI.widgetInputs',
    '/extensions/core/maskEditorOld.js': '',
  }),
]

const byName = new Map(changedInterfaces.map((one) => [one.name, one]))

/** Returns what is known about an interface by its name in {@link changedInterfaces}. */
export const changedInterface = (name: string): ChangedInterface | undefined => byName.get(name)

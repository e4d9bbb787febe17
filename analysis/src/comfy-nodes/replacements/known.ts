import { defined } from '../../ground/defined.ts'
import type { InputMapping, Replacement } from './replacement.ts'

/** A replacement that is known without a pack's own registration. */
interface KnownReplacement extends Replacement {
  /** The pack of the new comfy-node; omitted for the tool's own. */
  repository?: string
}

const same = (...names: string[]): InputMapping[] => names.map((name) => ({ new_id: name, old_id: name }))
const set = (new_id: string, set_value: string | number): InputMapping => ({ new_id, set_value })
const renamed = (old_node_id: string, new_node_id: string, repository?: string): KnownReplacement => ({
  old_node_id,
  new_node_id,
  ...defined({ repository: repository || undefined }),
})

const ipAdapter = 'github.com/cubiq/comfyui_ipadapter_plus'
const impact = 'github.com/ltdrdata/comfyui-impact-pack'

/** Widgets of the current IPAdapter comfy-nodes. */
const ipAdapterWidgets = ['weight', 'weight_type', 'combine_embeds', 'start_at', 'end_at', 'embeds_scaling']
const detectorWidgets = ['threshold', 'dilation', 'crop_factor']

/** Sources: the packs' code before and after the change, and the tool's own list of replacements. */
export const knownReplacements: readonly KnownReplacement[] = [
  {
    ...renamed('IPAdapterApply', 'IPAdapterAdvanced', ipAdapter),
    old_widget_ids: ['weight', 'noise', 'weight_type', 'start_at', 'end_at', 'unfold_batch'],
    new_widget_ids: ipAdapterWidgets,
    input_mapping: [
      ...same('model', 'ipadapter', 'image', 'weight', 'start_at', 'end_at', 'attn_mask', 'clip_vision'),
      // The types of weights have other names now; this is the one that the others are variations of.
      ...[set('weight_type', 'linear'), set('combine_embeds', 'concat'), set('embeds_scaling', 'V only')],
    ],
  },
  {
    ...renamed('IPAdapterApplyFaceID', 'IPAdapterFaceID', ipAdapter),
    old_widget_ids: [
      ...['weight', 'noise', 'weight_type', 'start_at', 'end_at', 'faceid_v2', 'weight_v2', 'unfold_batch'],
    ],
    new_widget_ids: ['weight', 'weight_faceidv2', ...ipAdapterWidgets.slice(1)],
    input_mapping: [
      ...same('model', 'ipadapter', 'image', 'weight', 'start_at', 'end_at'),
      ...same('attn_mask', 'clip_vision', 'insightface'),
      { new_id: 'weight_faceidv2', old_id: 'weight_v2' },
      ...[set('weight_type', 'linear'), set('combine_embeds', 'concat'), set('embeds_scaling', 'V only')],
    ],
  },
  {
    ...renamed('IPAdapterApplyEncoded', 'IPAdapterEmbeds', ipAdapter),
    old_widget_ids: ['weight', 'weight_type', 'start_at', 'end_at', 'unfold_batch'],
    new_widget_ids: ['weight', 'weight_type', 'start_at', 'end_at', 'embeds_scaling'],
    input_mapping: [
      ...same('model', 'ipadapter', 'weight', 'start_at', 'end_at', 'attn_mask'),
      { new_id: 'pos_embed', old_id: 'embeds' },
      ...[set('weight_type', 'linear'), set('embeds_scaling', 'V only')],
    ],
  },
  renamed('InsightFaceLoader', 'IPAdapterInsightFaceLoader', ipAdapter),
  {
    ...renamed('BboxDetectorForEach', 'BboxDetectorSEGS', impact),
    old_widget_ids: detectorWidgets,
    new_widget_ids: [...detectorWidgets, 'drop_size', 'labels'],
    input_mapping: [
      { new_id: 'bbox_detector', old_id: 'bbox_model' },
      ...same('image', ...detectorWidgets),
      ...[set('drop_size', 1), set('labels', 'all')],
    ],
  },
  {
    ...renamed('SegmDetectorForEach', 'SegmDetectorSEGS', impact),
    old_widget_ids: detectorWidgets,
    new_widget_ids: [...detectorWidgets, 'drop_size', 'labels'],
    input_mapping: [
      { new_id: 'segm_detector', old_id: 'segm_model' },
      ...same('image', ...detectorWidgets),
      ...[set('drop_size', 1), set('labels', 'all')],
    ],
  },
  {
    ...renamed('BboxDetectorCombined', 'BboxDetectorCombined_v2', impact),
    input_mapping: [
      { new_id: 'bbox_detector', old_id: 'bbox_model' },
      ...same('image', 'threshold', 'dilation'),
    ],
    old_widget_ids: ['threshold', 'dilation'],
    new_widget_ids: ['threshold', 'dilation'],
  },
  {
    ...renamed('SegmDetectorCombined', 'SegmDetectorCombined_v2', impact),
    input_mapping: [
      { new_id: 'segm_detector', old_id: 'segm_model' },
      ...same('image', 'threshold', 'dilation'),
    ],
    old_widget_ids: ['threshold', 'dilation'],
    new_widget_ids: ['threshold', 'dilation'],
  },
  { ...renamed('SegsMaskCombine', 'SegsToCombinedMask', impact), input_mapping: same('segs') },
  renamed('Segs & Mask', 'ImpactSegsAndMask', impact),
  renamed('Segs & Mask ForEach', 'ImpactSegsAndMaskForEach', impact),
  renamed('MMDetLoader', 'MMDetDetectorProvider', impact),
  {
    ...renamed('ResizeImagesByLongerEdge', 'ImageScaleToMaxDimension'),
    old_widget_ids: ['longer_edge'],
    new_widget_ids: ['upscale_method', 'largest_size'],
    input_mapping: [
      { new_id: 'image', old_id: 'images' },
      { new_id: 'largest_size', old_id: 'longer_edge' },
      set('upscale_method', 'lanczos'),
    ],
  },
  {
    ...renamed('T2IAdapterLoader', 'ControlNetLoader'),
    old_widget_ids: ['t2i_adapter_name'],
    new_widget_ids: ['control_net_name'],
    input_mapping: [{ new_id: 'control_net_name', old_id: 't2i_adapter_name' }],
  },
  renamed('Load3DAnimation', 'Load3D'),
  renamed('Preview3DAnimation', 'Preview3D'),
  renamed('SDV_img2vid_Conditioning', 'SVD_img2vid_Conditioning'),
  renamed('ConditioningAverage ', 'ConditioningAverage'),
  renamed('SaveSVG', 'SaveSVGNode'),
]

/** Class names of the newer interface whose type is not simply the uppercase name. */
const typeNames: Readonly<Record<string, string>> = {
  AnyType: '*',
  ClipVision: 'CLIP_VISION',
  ClipVisionOutput: 'CLIP_VISION_OUTPUT',
  ControlNet: 'CONTROL_NET',
  HookKeyframes: 'HOOK_KEYFRAMES',
  LatentOperation: 'LATENT_OPERATION',
  LoraModel: 'LORA_MODEL',
  LossMap: 'LOSS_MAP',
  ModelPatch: 'MODEL_PATCH',
  MultiCombo: 'COMBO',
  StyleModel: 'STYLE_MODEL',
  TimestepsRange: 'TIMESTEPS_RANGE',
  UpscaleModel: 'UPSCALE_MODEL',
  WanCameraEmbedding: 'WAN_CAMERA_EMBEDDING',
  AudioEncoder: 'AUDIO_ENCODER',
  AudioEncoderOutput: 'AUDIO_ENCODER_OUTPUT',
  TrackerConfig: 'TRACKER_CONFIG',
  FaceAnalysis: 'FACE_ANALYSIS',
  DynamicCombo: 'COMFY_DYNAMICCOMBO_V3',
  Autogrow: 'COMFY_AUTOGROW_V3',
  MatchType: 'COMFY_MATCHTYPE_V3',
}

/** Converts a class name to its type: `Image` is `IMAGE`, `ControlNet` is `CONTROL_NET`. */
export function typeOfClass(name: string): string {
  return typeNames[name] ?? name.toUpperCase()
}

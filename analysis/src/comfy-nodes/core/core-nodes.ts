/**
 * Comfy-nodes of the tool by the first release that has them, `FIRST to LAST` for removed ones. `-` are those that were
 * there before 0.3.10, `>` those missing in a release whose successor is unknown. Sources: the tool's source up to 0.3.64;
 * later on, the dates on which the manager's map and the tool's documentation named them, and those of releases.
 */
const table = `
-: AddNoise|AlignYourStepsScheduler|BasicGuider|BasicScheduler|CFGGuider|CLIPAttentionMultiply|CLIPLoader|CLIPMergeAdd|CLIPMergeSimple
| CLIPMergeSubtract|CLIPSave|CLIPSetLastLayer|CLIPTextEncode|CLIPTextEncodeControlnet|CLIPTextEncodeSDXL|CLIPTextEncodeSDXLRefiner|CLIPVisionEncode
| CLIPVisionLoader|Canny|CheckpointLoader|CheckpointLoaderSimple|CheckpointSave|ConditioningAverage|ConditioningCombine|ConditioningConcat
| ConditioningSetArea|ConditioningSetAreaPercentage|ConditioningSetAreaStrength|ConditioningSetMask|ConditioningSetTimestepRange|ConditioningZeroOut
| ControlNetApply|ControlNetApplyAdvanced|ControlNetLoader|CropMask|DiffControlNetLoader|DifferentialDiffusion|DiffusersLoader|DisableNoise
| DualCFGGuider|DualCLIPLoader|EmptyImage|EmptyLatentImage|ExponentialScheduler|FeatherMask|FlipSigmas|FreeU|FreeU_V2|GLIGENLoader|GLIGENTextBoxApply
| GrowMask|HyperTile|HypernetworkLoader|ImageBatch|ImageBlend|ImageBlur|ImageColorToMask|ImageCompositeMasked|ImageCrop|ImageFromBatch|ImageInvert
| ImageOnlyCheckpointLoader|ImageOnlyCheckpointSave|ImagePadForOutpaint|ImageQuantize|ImageScale|ImageScaleBy|ImageScaleToTotalPixels|ImageSharpen
| ImageToMask|ImageUpscaleWithModel|InpaintModelConditioning|InstructPixToPixConditioning|InvertMask|JoinImageWithAlpha|KSampler|KSamplerAdvanced
| KSamplerSelect|KarrasScheduler|LatentAdd|LatentBatch|LatentBatchSeedBehavior|LatentBlend|LatentComposite|LatentCompositeMasked|LatentCrop|LatentFlip
| LatentFromBatch|LatentInterpolate|LatentMultiply|LatentRotate|LatentSubtract|LatentUpscale|LatentUpscaleBy|LoadImage|LoadImageMask|LoadLatent
| LoraLoader|LoraLoaderModelOnly|MaskComposite|MaskToImage|ModelMergeAdd|ModelMergeBlocks|ModelMergeSD1|ModelMergeSD2|ModelMergeSDXL|ModelMergeSimple
| ModelMergeSubtract|ModelSamplingContinuousEDM|ModelSamplingDiscrete|ModelSamplingStableCascade|Morphology|PatchModelAddDownscale|PerpNeg
| PerpNegGuider|PerturbedAttentionGuidance|PhotoMakerEncode|PhotoMakerLoader|PolyexponentialScheduler|PorterDuffImageComposite|PreviewImage
| RandomNoise|RebatchImages|RebatchLatents|RepeatImageBatch|RepeatLatentBatch|RescaleCFG|SDTurboScheduler|SD_4XUpscale_Conditioning|SV3D_Conditioning
| SVD_img2vid_Conditioning|SamplerCustom|SamplerCustomAdvanced|SamplerDPMAdaptative|SamplerDPMPP_2M_SDE|SamplerDPMPP_3M_SDE|SamplerDPMPP_SDE
| SamplerEulerAncestral|SamplerLCMUpscale|SamplerLMS|SaveAnimatedPNG|SaveAnimatedWEBP|SaveImage|SaveImageWebsocket|SaveLatent|SelfAttentionGuidance
| SetLatentNoiseMask|SolidMask|SplitImageWithAlpha|SplitSigmas|SplitSigmasDenoise|StableCascade_EmptyLatentImage|StableCascade_StageB_Conditioning
| StableCascade_StageC_VAEEncode|StableCascade_SuperResolutionControlnet|StableZero123_Conditioning|StableZero123_Conditioning_Batched|StyleModelApply
| StyleModelLoader|ThresholdMask|TomePatchModel|UNETLoader|UNetCrossAttentionMultiply|UNetSelfAttentionMultiply|UNetTemporalAttentionMultiply
| UpscaleModelLoader|VAEDecode|VAEDecodeTiled|VAEEncode|VAEEncodeForInpaint|VAEEncodeTiled|VAELoader|VAESave|VPScheduler|VideoLinearCFGGuidance
| VideoTriangleCFGGuidance|WebcamCapture|unCLIPCheckpointLoader|unCLIPConditioning
- to 0.0.1: ConditioningAverage 
0.3.10: BetaSamplingScheduler|CLIPTextEncodeFlux|CLIPTextEncodeHunyuanDiT|CLIPTextEncodePixArtAlpha|CLIPTextEncodeSD3|CombineHooks2|CombineHooks4
| CombineHooks8|ConditioningSetDefaultCombine|ConditioningSetProperties|ConditioningSetPropertiesAndCombine|ConditioningStableAudio
| ConditioningTimestepsRange|ControlNetApplySD3|ControlNetInpaintingAliMamaApply|CreateHookKeyframe|CreateHookKeyframesFromFloats
| CreateHookKeyframesInterpolated|CreateHookLora|CreateHookLoraModelOnly|CreateHookModelAsLora|CreateHookModelAsLoraModelOnly|EmptyCosmosLatentVideo
| EmptyHunyuanLatentVideo|EmptyLTXVLatentVideo|EmptyLatentAudio|EmptyMochiLatentVideo|EmptySD3LatentImage|FluxGuidance|GITSScheduler|LTXVConditioning
| LTXVImgToVideo|LTXVScheduler|LaplaceScheduler|LatentApplyOperation|LatentApplyOperationCFG|LatentOperationSharpen|LatentOperationTonemapReinhard
| Load3D|Load3DAnimation|LoadAudio|LoraSave|Mahiro|ModelMergeAuraflow|ModelMergeFlux1|ModelMergeLTXV|ModelMergeMochiPreview|ModelMergeSD35_Large
| ModelMergeSD3_2B|ModelSamplingAuraFlow|ModelSamplingContinuousV|ModelSamplingFlux|ModelSamplingLTXV|ModelSamplingSD3|ModelSave
| PairConditioningCombine|PairConditioningSetDefaultCombine|PairConditioningSetProperties|PairConditioningSetPropertiesAndCombine|Preview3D
| PreviewAudio|SamplerDPMPP_2S_Ancestral|SamplerEulerAncestralCFGPP|SamplerEulerCFGpp|SaveAudio|SetClipHooks|SetHookKeyframes|SetUnionControlNetType
| SkipLayerGuidanceDiT|SkipLayerGuidanceSD3|TorchCompileModel|TripleCLIPLoader|VAEDecodeAudio|VAEEncodeAudio
0.3.11: CosmosImageToVideoLatent|SetFirstSigma
0.3.13: FluxDisableGuidance
0.3.14: ModelMergeCosmos14B|ModelMergeCosmos7B|Preview3DAnimation
0.3.15: CLIPTextEncodeLumina2|LoadImageOutput|ModelComputeDtype|RenormCFG|SaveWEBM
0.3.16: WanImageToVideo
0.3.19: ConditioningSetAreaPercentageVideo
0.3.20: LTXVAddGuide|LTXVCropGuides|LTXVPreprocess
0.3.23: HunyuanImageToVideo|TextEncodeHunyuanVideo_ImageToVideo
0.3.27: EmptyLatentHunyuan3Dv2|Hunyuan3Dv2Conditioning|Hunyuan3Dv2ConditioningMultiView|ImageRGBToYUV|ImageYUVToRGB|LotusConditioning|PrimitiveBoolean
| PrimitiveFloat|PrimitiveInt|PrimitiveString|SaveGLB|VAEDecodeHunyuan3D|VoxelToMeshBasic
0.3.28: CFGZeroStar|ModelMergeWAN2_1|OptimalStepsScheduler|VoxelToMesh|WanFunControlToVideo|WanFunInpaintToVideo
0.3.29: QuadrupleCLIPLoader|WanFirstLastFrameToVideo
0.3.30: CLIPTextEncodeHiDream|FreSca|MaskPreview|OpenAIDalle2|OpenAIDalle3|OpenAIGPTImage1|TrimVideoLatent|WanVaceToVideo
0.3.31: CreateVideo|ExtendIntermediateSigmas|GetVideoComponents|LoadVideo|PreviewAny|SaveVideo|T5TokenizerOptions
0.3.32: FluxProCannyNode|FluxProDepthNode|FluxProExpandNode|FluxProFillNode|FluxProUltraImageNode|IdeogramV1|IdeogramV2|IdeogramV3
| KlingCameraControlI2VNode|KlingCameraControlT2VNode|KlingCameraControls|KlingDualCharacterVideoEffectNode|KlingImage2VideoNode
| KlingImageGenerationNode|KlingLipSyncAudioToVideoNode|KlingLipSyncTextToVideoNode|KlingSingleImageVideoEffectNode|KlingStartEndFrameNode
| KlingTextToVideoNode|KlingVideoExtendNode|KlingVirtualTryOnNode|LumaConceptsNode|LumaImageModifyNode|LumaImageNode|LumaImageToVideoNode
| LumaReferenceNode|LumaVideoNode|MinimaxImageToVideoNode|MinimaxTextToVideoNode|PikaImageToVideoNode2_2|PikaScenesV2_2|PikaStartEndFrameNode2_2
| PikaTextToVideoNode2_2|Pikadditions|Pikaffects|Pikaswaps|PixverseImageToVideoNode|PixverseTemplateNode|PixverseTextToVideoNode
| PixverseTransitionVideoNode|PrimitiveStringMultiline|RecraftColorRGB|RecraftControls|RecraftCreativeUpscaleNode|RecraftCrispUpscaleNode
| RecraftImageInpaintingNode|RecraftImageToImageNode|RecraftRemoveBackgroundNode|RecraftReplaceBackgroundNode|RecraftStyleV3DigitalIllustration
| RecraftStyleV3InfiniteStyleLibrary|RecraftStyleV3LogoRaster|RecraftStyleV3RealisticImage|RecraftTextToImageNode|RecraftTextToVectorNode
| RecraftVectorizeImageNode|StabilityStableImageSD_3_5Node|StabilityStableImageUltraNode|StabilityUpscaleConservativeNode|StabilityUpscaleCreativeNode
| StabilityUpscaleFastNode|VeoVideoGenerationNode
0.3.32 to 0.3.33: SaveSVG
0.3.33: EmptyAceStepLatentAudio|TextEncodeAceStepAudio
0.3.34: SaveSVGNode
0.3.35: APG|CaseConverter|ImageAddNoise|RegexExtract|RegexMatch|SaveAudioMP3|SaveAudioOpus|StringCompare|StringConcatenate|StringContains|StringLength
| StringReplace|StringSubstring|StringTrim|WanCameraEmbedding|WanCameraImageToVideo
0.3.37: GeminiInputFiles|GeminiNode|OpenAIChatConfig|OpenAIChatNode|OpenAIInputFiles|Rodin3D_Detail|Rodin3D_Regular|Rodin3D_Sketch|Rodin3D_Smooth
| RunwayFirstLastFrameNode|RunwayImageToVideoNodeGen3a|RunwayImageToVideoNodeGen4|RunwayTextToImageNode|TripoConversionNode|TripoImageToModelNode
| TripoMultiviewToModelNode|TripoRefineNode|TripoRetargetNode|TripoRigNode|TripoTextToModelNode|TripoTextureNode
0.3.39: FluxKontextMaxImageNode|FluxKontextProImageNode|WanPhantomSubjectToVideo
0.3.40: GetImageSize|ImageStitch|RegexReplace
0.3.41: CosmosPredict2ImageToVideoLatent|LoadImageSetFromFolderNode|LoraModelLoader|LossGraphNode|SaveLoRANode|TrainLoraNode
0.3.42: FluxKontextImageScale|ModelMergeCosmosPredict2_14B|ModelMergeCosmosPredict2_2B|ReferenceLatent|ResizeAndPadImage
0.3.44: ImageFlip|ImageRotate|MoonvalleyImg2VideoNode|MoonvalleyTxt2VideoNode|SamplerER_SDE|SkipLayerGuidanceDiTSimple|TCFG
0.3.45: CFGNorm|LoadImageTextSetFromFolderNode|SamplerSASolver|SamplingPercentToSigma
0.3.46: MoonvalleyVideo2VideoNode|Wan22ImageToVideoLatent|WanTrackToVideo
0.3.49: Veo3VideoGenerationNode
0.3.50: ModelMergeQwenImage|Wan22FunControlToVideo
0.3.51: ContextWindowsManual|FluxKontextMultiReferenceLatentMethod|MinimaxHailuoVideoNode|RecordAudio|TextEncodeQwenImageEdit|ViduImageToVideoNode
| ViduReferenceVideoNode|ViduStartEndToVideoNode|ViduTextToVideoNode|WanContextWindowsManual
0.3.52: EasyCache|LazyCache|ModelPatchLoader|QwenImageDiffsynthControlnet
0.3.53: AudioEncoderEncode|AudioEncoderLoader|GeminiImageNode|LatentConcat|WanSoundImageToVideo
0.3.55: LatentCut|WanSoundImageToVideoExtend
0.3.57: ByteDanceImageEditNode|ByteDanceImageNode|ImageScaleToMaxDimension|USOStyleReference
0.3.58: ByteDanceFirstLastFrameNode|ByteDanceImageReferenceNode|ByteDanceImageToVideoNode|ByteDanceTextToVideoNode|EmptyHunyuanImageLatent
| StabilityAudioInpaint|StabilityAudioToAudio|StabilityTextToAudio
0.3.59: ByteDanceSeedreamNode
0.3.60: ChromaRadianceOptions|EmptyChromaRadianceLatentImage|HunyuanRefinerLatent|TextEncodeQwenImageEditPlus|WanAnimateToVideo|WanHuMoImageToVideo
| WanImageToVideoApi|WanTextToImageApi|WanTextToVideoApi
0.3.61: AudioAdjustVolume|AudioConcat|AudioMerge|EmptyAudio|Rodin3D_Gen2|SplitAudioChannels|TrimAudioDuration|WanImageToImageApi
0.3.63: Epsilon Scaling
0.3.64: OpenAIVideoSora2
0.3.65: FluxProImageNode|MinimaxSubjectToVideoNode
0.3.69: LtxvApiImageToVideo|LtxvApiTextToVideo|ScaleROPE|TemporalScoreRescaling
0.3.70: wanBlockSwap
0.3.71: TopazImageEnhance|TopazVideoEnhance
0.3.72: GeminiImage2Node|HunyuanVideo15ImageToVideo|HunyuanVideo15LatentUpscaleWithModel|HunyuanVideo15SuperResolution|LatentUpscaleModelLoader
0.3.73: EmptyFlux2LatentImage|Flux2ProImageNode|Flux2Scheduler
0.3.76: LoadImageDataSetFromFolder|LoadImageTextDataSetFromFolder|LoadTrainingDataset|MakeTrainingDataset|SaveImageDataSetToFolder
| SaveImageTextDataSetToFolder|SaveLoRA|SaveTrainingDataset|ShuffleImageTextDataset|Veo3FirstLastFrameNode
0.4.0: AutogrowNamesTestNode|AutogrowPrefixTestNode|CLIPTextEncodeKandinsky5|ComfySwitchNode|DCTestNode|Kandinsky5ImageToVideo
| KlingOmniProEditVideoNode|KlingOmniProFirstLastFrameNode|KlingOmniProImageNode|KlingOmniProImageToVideoNode|KlingOmniProTextToVideoNode
| KlingOmniProVideoToVideoNode|NormalizeVideoLatentStart|ReplaceVideoLatentFrames
0.5.0: GenerateTracks|KlingImageToVideoWithAudio|KlingTextToVideoWithAudio|SamplerSEEDS2|WanMoveConcatTrack|WanMoveTrackToVideo
| WanMoveTracksFromCoords|WanMoveVisualizeTracks|ZImageFunControlnet
0.6.0: EmptyQwenImageLayeredLatentImage|LatentCutToBatch|ResolutionBucket
0.7.0: KlingMotionControl|ManualSigmas
0.8.0: BatchImagesMasksLatentsNode|BatchImagesNode|BatchLatentsNode|BatchMasksNode|ComboOptionTestNode|ComfySoftSwitchNode|ConvertStringToComboNode
| CustomCombo|InvertBooleanNode|LTXAVTextEncoderLoader|LTXVAudioVAEDecode|LTXVAudioVAEEncode|LTXVAudioVAELoader|LTXVConcatAVLatent
| LTXVEmptyLatentAudio|LTXVImgToVideoInplace|LTXVLatentUpsampler|LTXVSeparateAVLatent|ResizeImageMaskNode
0.8.1: WanReferenceVideoApi
0.9.0: AddTextPrefix|AddTextSuffix|AdjustBrightness|AdjustContrast|CenterCropImages|ImageCompare|ImageDeduplication|ImageGrid|JoinAudioChannels
| MergeImageLists|MergeTextLists|NormalizeImages|RandomCropImages|ReplaceText|ResizeImagesByLongerEdge|ResizeImagesByShorterEdge|ShuffleDataset
| StripWhitespace|TextToLowercase|TextToUppercase|TruncateText|Vidu2ImageToVideoNode|Vidu2ReferenceVideoNode|Vidu2StartEndToVideoNode
| Vidu2TextToVideoNode
0.9.2: MeshyAnimateModelNode|MeshyImageToModelNode|MeshyMultiImageToModelNode|MeshyRefineNode|MeshyRigModelNode|MeshyTextToModelNode|MeshyTextureNode
0.10.0: BriaImageEditNode|ImageProcessingNode|TextEncodeZImageOmni|TextProcessingNode
0.11.0: LoraLoaderBypass|LoraLoaderBypassModelOnly|MagnificImageRelightNode|MagnificImageSkinEnhancerNode|MagnificImageStyleTransferNode
| MagnificImageUpscalerCreativeNode|MagnificImageUpscalerPreciseV2Node|TencentImageToModelNode|TencentTextToModelNode|WanInfiniteTalkToVideo
| WavespeedFlashVSRNode|WavespeedImageUpscaleNode
0.12.0: ColorToRGBInt|GrokImageEditNode|GrokImageNode|GrokVideoEditNode|GrokVideoNode|RecraftCreateStyleNode|Vidu3ImageToVideoNode
| Vidu3TextToVideoNode|ViduExtendVideoNode|ViduMultiFrameVideoNode
0.12.3: EmptyAceStep1.5LatentAudio|HitPawGeneralImageEnhance|HitPawVideoEnhance|ReferenceTimbreAudio|TextEncodeAceStepAudio1.5
0.13.0: CreateList|VAEDecodeAudioTiled
0.14.0: BriaRemoveImageBackground|BriaRemoveVideoBackground|KlingFirstLastFrameNode|KlingVideoNode|NAGuidance|Tencent3DPartNode
| Tencent3DTextureEditNode|TencentModelTo3DUVNode|Video Slice
0.15.0: AudioEqualizer3Band|ElevenLabsAudioIsolation|ElevenLabsInstantVoiceClone|ElevenLabsSpeechToSpeech|ElevenLabsSpeechToText
| ElevenLabsTextToDialogue|ElevenLabsTextToSoundEffects|ElevenLabsTextToSpeech|ElevenLabsVoiceSelector|GLSLShader|ImageCropV2|KlingAvatarNode
| PrimitiveBoundingBox|RecraftV4TextToImageNode|RecraftV4TextToVectorNode|TextGenerate|TextGenerateLTX2Prompt|Vidu3StartEndToVideoNode
0.15.1: ImageMergeTileList|SplitImageToTileList
0.16.0: CropByBBoxes|GeminiNanoBanana2|ResolutionSelector|SDPoseDrawKeypoints|SDPoseFaceBBoxes|SDPoseKeypointExtractor|WanSCAILToVideo
0.17.0: ComfyMathExpression|FluxKVCache|Painter|ReveImageCreateNode|ReveImageEditNode|ReveImageRemixNode|TencentSmartTopologyNode
0.18.1: QuiverImageToSVGNode|QuiverTextToSVGNode
0.19.0: ByteDance2FirstLastFrameNode|ByteDance2ReferenceNode|ByteDance2TextToVideoNode|ComfyNumberConvert|CurveEditor|DrawBBoxes|GrokVideoExtendNode
| GrokVideoReferenceNode|ImageHistogram|LTXVReferenceAudio|RTDETR_detect|Wan2ImageToVideoApi|Wan2ReferenceVideoApi|Wan2TextToVideoApi
| Wan2VideoContinuationApi|Wan2VideoEditApi
0.19.2: SoniloTextToMusic|SoniloVideoToMusic
0.20.0: ByteDanceCreateImageAsset|ByteDanceCreateVideoAsset|ColorTransfer|FrameInterpolate|FrameInterpolationModelLoader|JsonExtractString|SAM3_Detect
| SAM3_TrackPreview|SAM3_TrackToMask|SAM3_VideoTrack|SUPIRApply
0.21.0: ARVideoI2V|EmptyARVideoLatent|GeminiNanoBanana2V2|HappyHorseImageToVideoApi|HappyHorseReferenceVideoApi|HappyHorseTextToVideoApi
| HappyHorseVideoEditApi|LoadBackgroundRemovalModel|LumaImageEditNode2|LumaImageNode2|OpticalFlowLoader|RemoveBackground|SamplerARVideo
| TopazVideoEnhanceV2|VOIDInpaintConditioning|VOIDQuadmaskPreprocess|VOIDSampler|VOIDWarpedNoise|VOIDWarpedNoiseSource|WanDancerEncodeAudio
| WanDancerPadKeyframes|WanDancerPadKeyframesList|WanDancerVideo
0.21.1: ByteDanceSeedreamNodeV2|EmptyHiDreamO1LatentImage|Flux2ImageNode|GrokImageEditNodeV2|HiDreamO1PatchSeamSmoothing|HiDreamO1ReferenceImages
| ModelNoiseScale|OpenAIGPTImageNodeV2|SamplerLCM
0.22.0: ByteDanceSeedNode|ClaudeNode|GetICLoRAParameters|LoadMoGeModel|MoGeInference|MoGePanoramaInference|MoGePointMapToMesh|MoGeRender
0.23.0: BeebleSwitchXImageEdit|BeebleSwitchXVideoEdit|ComfyAndNode|ComfyNotNode|ComfyOrNode|CreateCameraInfo|File3DToSplat|GetSplatCount
| Krea2ImageNode|Krea2StyleReferenceNode|LoadMediaPipeFaceLandmarker|MediaPipeFaceLandmarker|MediaPipeFaceMask|MediaPipeFaceMeshVisualize|MergeSplat
| MultiGPU_Options|MultiGPU_WorkUnits|OpenRouterLLMNode|PiDConditioning|Preview3DAdvanced|RenderSplat|Rodin3D_Gen25_Image|Rodin3D_Gen25_Text
| SaveImageAdvanced|SelectCLIPDevice|SelectModelDevice|SelectVAEDevice|SplatToFile3D|SplatToMesh|StringFormat|TransformSplat|TripoP1ImageToModelNode
| TripoP1MultiviewToModelNode|TripoP1TextToModelNode
0.24.0: FluxEraseNode|FluxVTONode|TripoSplatConditioning|TripoSplatPreprocessImage|TripoSplatSamplingPreview|VAEDecodeTripoSplat
0.25.0: BerniniConditioning|BriaTransparentVideoBackground|BriaVideoGreenScreen|BriaVideoReplaceBackground|CFGOverride|DA3GeometryToMesh
| DA3GeometryToPointCloud|DA3Inference|DA3Render|DualModelGuider|GeminiNodeV2|Ideogram4Scheduler|IdeogramV4|LoadDA3Model|PreviewGaussianSplat
| PreviewPointCloud|RunwayAleph2KeyframeNode|RunwayAleph2PromptImageNode|RunwayAleph2VideoToVideoNode|SCAIL2ColoredMask|SaveAudioAdvanced
| SeedVR2Conditioning|SeedVR2PostProcessing|SeedVR2Preprocess|SeedVR2ProgressiveSampler|TripoImportModelNode
0.26.0: LTXVContextWindows|Load3DAdvanced|LumaRay32ExtendVideoNode|LumaRay32ImageToVideoNode|LumaRay32KeyframeNode|LumaRay32KeyframesToVideoNode
| LumaRay32TextToVideoNode|LumaRay32VideoEditNode|LumaRay32VideoReframeNode|TextEncodeBooguEdit
0.27.0: BuildJsonPromptIdeogram|ConvertArrayToString|ConvertDictionaryToString|CreateBoundingBoxes|ModelMergeKrea2|SeedNode
0.27.1: ByteDanceSeedAudio|ConditioningMultiply|GeminiVideoOmni
0.28.0: Save3DAdvanced|SaveGaussianSplat|SavePointCloud|SaveText|SeedVR2TemporalChunk|SeedVR2TemporalMerge|SyncLipSyncNode|SyncTalkingImageNode
| TextOverlay
0.28.1: TextEncodeJoyImageEdit
0.28.2: AnimaLLLiteApply|HeyGenAvatarVideoNode|HeyGenCreateAvatarNode|HeyGenTalkingPhotoNode|HeyGenTextToSpeechNode|HeyGenVideoTranslateNode
0.28.3: LoadVideoDataSetFromFolder|LoadVideoTextDataSetFromFolder|ShuffleVideoDataset|ShuffleVideoTextDataset|VideoFrameSample|VideoRandomTemporalCrop
| VideoTemporalCrop
0.29.0: TextEncodeMageFlowEdit|WanUni3CControlnetApply
0.30.0: EmptyMiniMaxH3LatentAV|IdeogramPImage|MiniMaxH3ImageToVideo|MiniMaxH3ReferenceToVideo|MiniMaxH3SigmaShift|MinimaxHailuo03FirstLastFrameNode
| MinimaxHailuo03ReferenceNode|MinimaxHailuo03TextToVideoNode
0.32.0: AddLayer|ByteDanceSeedreamLayerSeparationNode|Flux3VideoNodeBase|ImageCompositor|LayersFromBoundingBoxes|TopazImageEnhanceV2|WanAnimate2Cache
| WanAnimate2ToVideo
0.33.1: Flux3ImageToVideoNode|Flux3TextToVideoNode|Flux3VideoContinuationNode
>0.3.64: BriaEraser|BriaExpandImage|BriaGenFill|BriaIncreaseResolution|ByteDance2ReferenceNodeV2|EmptyMiniMaxMusic3LatentAudio
| FishAudioInstantVoiceClone|FishAudioSpeechToText|FishAudioTextToSpeech|FishAudioVoiceSelector|LTXVDualCFGGuider|LTXVDurationPredictor
| LTXVModalityGuidance|LTXVSpatioTemporalGuidance|LtxApi25AudioToVideo|LtxApi25ImageToVideo|LtxApi25TextToVideo|MiniMaxH3AddGuide
| MiniMaxMusic3TextEncode|MinimaxHailuo03ContextIRNode|MinimaxHailuo03RegenerateNode|ModelAttentionBackend|QwenImageEditApi|QwenImageTextToImageApi
`

/** The last release whose source was read for the table. */
export const newestInTable = '0.3.64'

/** The releases that have a comfy-node of the tool. Without any, the releases are unknown. */
export interface CoreNode {
  /** The first release known to have it. */
  since?: string
  /** The last release known to lack it, before it was added. */
  after?: string
  /** The last release that has it. Omitted unless it was removed. */
  until?: string
}

/** Elements that exist only in the tool's editor, and never reach its API. */
const editorOnly = ['Note', 'MarkdownNote', 'Reroute', 'PrimitiveNode']

function readTable(): Map<string, CoreNode> {
  const nodes = new Map<string, CoreNode>(editorOnly.map((name) => [name, {}]))
  for (const entry of table.trim().replaceAll('\n| ', '|').split('\n')) {
    const colon = entry.indexOf(': ')
    const [since = '', until] = entry.slice(0, colon).split(' to ')
    const releases: CoreNode = since.startsWith('>')
      ? { after: since.slice(1) }
      : since === '-'
        ? {}
        : { since }
    if (until) releases.until = until
    for (const name of entry.slice(colon + 2).split('|')) nodes.set(name, releases)
  }
  return nodes
}

/** The comfy-nodes of the tool that this release of the registry knows, by name. */
export const knownCoreNodes: ReadonlyMap<string, CoreNode> = readTable()

/** Group nodes of the editor, which are defined in the workflow itself. */
const group = /^workflow[/>]/

/** Ids that the tool records as the provider of its own comfy-nodes. */
const toolIds = new Set(['comfy-core', 'comfyui-core'])

/** Whether a workflow recorded that the comfy-node is the tool's. */
export function isToolId(recordedNodeId: string | undefined): boolean {
  return recordedNodeId !== undefined && toolIds.has(recordedNodeId.toLowerCase())
}

/** Whether the name is a group node, which needs nothing to be installed. */
export function isGroupNode(name: string): boolean {
  return group.test(name)
}

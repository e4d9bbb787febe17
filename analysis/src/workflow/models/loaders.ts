/** Folders of models by the inputs of the tool's own comfy-nodes, in the order of their widgets. */
const table = `
CheckpointLoaderSimple ckpt_name=checkpoints
CheckpointLoader config_name=configs ckpt_name=checkpoints
unCLIPCheckpointLoader ckpt_name=checkpoints
ImageOnlyCheckpointLoader ckpt_name=checkpoints
VAELoader vae_name=vae
LoraLoader lora_name=loras
LoraLoaderModelOnly lora_name=loras
LoraLoaderBypass lora_name=loras
LoraLoaderBypassModelOnly lora_name=loras
CLIPLoader clip_name=text_encoders
DualCLIPLoader clip_name1=text_encoders clip_name2=text_encoders
TripleCLIPLoader clip_name1=text_encoders clip_name2=text_encoders clip_name3=text_encoders
QuadrupleCLIPLoader clip_name1=text_encoders clip_name2=text_encoders clip_name3=text_encoders clip_name4=text_encoders
UNETLoader unet_name=diffusion_models
ControlNetLoader control_net_name=controlnet
DiffControlNetLoader control_net_name=controlnet
CLIPVisionLoader clip_name=clip_vision
StyleModelLoader style_model_name=style_models
GLIGENLoader gligen_name=gligen
UpscaleModelLoader model_name=upscale_models
LatentUpscaleModelLoader model_name=latent_upscale_models
HypernetworkLoader hypernetwork_name=hypernetworks
DiffusersLoader model_path=diffusers
PhotoMakerLoader photomaker_model_name=photomaker
AudioEncoderLoader audio_encoder_name=audio_encoders
ModelPatchLoader name=model_patches
LTXAVTextEncoderLoader text_encoder=text_encoders ckpt_name=checkpoints
LTXVAudioVAELoader ckpt_name=checkpoints
`

interface LoaderInput {
  name: string
  folder: string
}

const loaders: ReadonlyMap<string, LoaderInput[]> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [node = '', ...inputs] = line.split(' ')
      const parts = inputs.map((input) => {
        const [name = '', folder = ''] = input.split('=')
        return { name, folder }
      })
      return [node, parts] as const
    }),
)

/** Returns the inputs of one of the tool's own loaders that name files. */
export const loaderInputs = (comfyNode: string): readonly LoaderInput[] | undefined => loaders.get(comfyNode)

/** Returns the folder of an input that means the same in all of the tool's loaders, or in this one. */
export function folderOfInput(input: string, comfyNode = ''): string | undefined {
  const own = loaderInputs(comfyNode)?.find(({ name }) => name === input)
  if (own) return own.folder
  const folders = new Set(
    [...loaders.values()].flat().flatMap((one) => (one.name === input ? one.folder : [])),
  )
  return folders.size === 1 ? [...folders][0] : undefined
}

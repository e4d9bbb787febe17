/** The folder of the tool around the pack. */
export const toolFolder = '%TOOL%'
/** The folder of the pack itself, whatever its name. */
export const packFolder = `${toolFolder}/custom_nodes/%PACK%`

export function isToolPlace(text: string): boolean {
  return text.startsWith(`${toolFolder}/`)
}

/** Resolves the steps upwards in a path inside the tool. */
export function withoutSteps(text: string): string {
  if (!isToolPlace(text) || !/[\\/]\.\.?([\\/]|$)/.test(text)) return text
  const parts: string[] = []
  for (const part of text.split(/[\\/]/))
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  return parts.join('/')
}

/** Returns the folder of a path inside the tool; of others, the parent says nothing. */
export function parentPlaces(texts: readonly string[]): string[] {
  return texts.filter(isToolPlace).map((text) => text.slice(0, text.lastIndexOf('/')))
}

/** Whether the folder holds what the user made or installed, other than the pack itself. */
export function isKeptFolder(text: string): boolean {
  return keptFolder.test(text) && !text.startsWith(packFolder) && !isOwnModels(text)
}

const keptFolder = /^%TOOL%(\/?$|\/(models|output|input|user|custom_nodes)(\/|$))/

/** The folders that belong to the user as a whole. */
export function isWholeFolder(text: string): boolean {
  return (
    /^%TOOL%\/?$|^%TOOL%\/(models(\/[\w-]+)?|output|input|user(\/[\w-]+(\/workflows)?)?|custom_nodes)\/?$/.test(
      text,
    ) && !isOwnModels(text)
  )
}

/** Packs make folders for their own models beside those of the tool. */
function isOwnModels(text: string): boolean {
  const folder = /^%TOOL%\/models\/([\w-]+)(\/|$)/.exec(text)?.[1]
  return folder !== undefined && !sharedFolders.has(folder.toLowerCase())
}

/** Folders of models that several packs read. Source: the tool’s `folder_paths.py`, and common packs. */
const sharedFolders: ReadonlySet<string> = new Set(
  `checkpoints configs loras vae text_encoders diffusion_models clip_vision style_models embeddings diffusers vae_approx
  controlnet gligen upscale_models latent_upscale_models hypernetworks photomaker classifiers model_patches audio_encoders
  unet clip t2i_adapter ipadapter insightface animatediff_models sams ultralytics onnx llm`.split(/\s+/),
)

/** Whether Python, the tool or a page loads code from a file with this name. */
export function isCodePlace(text: string): boolean {
  return /\.pyw?$/i.test(text) || (isToolPlace(text) && /\.(pyd|so|dll|dylib|[cm]?js)$/i.test(text))
}

/**
 * Whether code in this folder is loaded: that of the pack around the file at `path`, that of its pages, and the packs of
 * others.
 */
export function isCodeFolder(text: string, path: string): boolean {
  let end = text.length
  while (text[end - 1] === '/') end--
  const place = text.slice(0, end)
  return (
    `${packFolder}/${path}`.startsWith(`${place}/`) ||
    (place.startsWith(`${packFolder}/`) && /\/(web|js|javascript)$/i.test(place)) ||
    (/^%TOOL%\/custom_nodes(\/|$)/.test(place) && !place.startsWith(packFolder))
  )
}

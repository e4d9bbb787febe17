import { type Category, categories, isCategory } from '@nodeyard/contract/packs'
import { wordsOf } from './tokens.ts'

/** Prefixes of words that show what a node is for. A sign that starts with `=` matches only this whole word. */
const signs: Record<Category, string> = {
  'image-editing':
    'photoshop crop blend layer =filter color colour lut sharpen blur watermark collage exif relight iclight retouch',
  upscaling: 'upscal superresolution esrgan supir seedvr ultimatesdupscale =usdu flashvsr',
  inpainting: 'inpaint outpaint brushnet powerpaint lanpaint fooocusinpaint =lama',
  masks: 'mask segment rembg rmbg matting birefnet =sam =sam2 =sam3 groundingdino inspyrenet cutout',
  faces:
    'face facial portrait reactor instantid pulid headshot faceswap eyebrow photomaker expression lipsync wav2lip liveportrait',
  control:
    'controlnet openpose dwpose lineart canny depth ipadapter pose t2iadapter =normals marigold preprocessor',
  video:
    'video animatediff =wan hunyuanvideo ltxvideo cogvideo animate framepack svd interpolation rife vfi mochi =frames',
  audio: 'audio music tts speech voice song whisper sound vibevoice stem',
  'three-d': '=3d mesh triposr hunyuan3d trellis gaussian splat blender =glb =obj nerf zero123 instantmesh',
  text: 'prompt text string wildcard translat tagger caption font subtitle regex styler',
  'language-models':
    'llm gpt chatgpt ollama gemini openai claude qwen florence llava joycaption =vlm deepseek mistral janus',
  samplers: 'sampler ksampler scheduler sigma latent noise guidance =cfg =pag teacache thresholding',
  models:
    'checkpoint gguf quantiz nunchaku tensorrt lora =vae unet loader diffusers civitai download huggingface multigpu vram',
  training: 'train trainer dataset finetun dreambooth =kohya',
  workflow:
    'workflow switch logic math loop batch =api queue webhook save output folder utilit deploy reroute primitive',
  interface:
    'sidebar theme gallery shortcut notification =ui browser monitor menu autocomplete translation widget canvas',
}

interface Signs {
  prefixes: string[]
  words: ReadonlySet<string>
}

const parsed = categories.map((category): [Category, Signs] => {
  const all = signs[category].split(' ')
  return [
    category,
    {
      prefixes: all.filter((sign) => !sign.startsWith('=')),
      words: new Set(all.filter((sign) => sign.startsWith('=')).map((sign) => sign.slice(1))),
    },
  ]
})

const maxCategories = 3
/** A word in the name is a stronger sign than one in the description. */
const worth = { name: 3, description: 1, comfyNodes: 2 }
const minScore = 2

/** Returns up to three categories: those that the tags name, or else those with the most signs in the texts. */
export function classify(texts: {
  id: string
  name: string
  description: string
  tags: readonly string[]
  category: string
  comfyNodeNames: readonly string[]
}): Category[] {
  const named = [...texts.tags, texts.category].map((tag) => tag.trim().toLowerCase().replace(/\s+/g, '-'))
  const chosen = named.filter(isCategory)
  if (chosen.length > 0) return [...new Set(chosen)].slice(0, maxCategories)
  const inName = partsOf(`${texts.name} ${texts.id} ${texts.tags.join(' ')} ${texts.category}`)
  const inDescription = partsOf(texts.description)
  const inComfyNodes = texts.comfyNodeNames.slice(0, 300).map(partsOf)
  return parsed
    .map(([category, signs]) => {
      const share =
        inComfyNodes.length === 0
          ? 0
          : inComfyNodes.filter((words) => countSigns(words, signs) > 0).length / inComfyNodes.length
      return {
        category,
        score:
          worth.name * Math.min(2, countSigns(inName, signs)) +
          worth.description * Math.min(3, countSigns(inDescription, signs)) +
          worth.comfyNodes * (share > 0.25 ? share : 0),
      }
    })
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxCategories)
    .map(({ category }) => category)
}

/** Counts the different signs that occur. */
function countSigns(words: ReadonlySet<string>, { prefixes, words: whole }: Signs): number {
  let count = 0
  for (const word of whole) if (words.has(word)) count++
  for (const prefix of prefixes) {
    for (const word of words) {
      if (!word.startsWith(prefix)) continue
      count++
      break
    }
  }
  return count
}

const partsOf = (text: string): ReadonlySet<string> =>
  new Set(wordsOf(withoutTool(text.slice(0, 3000))).flatMap(({ whole, parts }) => [whole, ...parts]))

/** Removes the name of the tool: without this, `UI` in it would count as a sign for the interface. */
const withoutTool = (text: string) => text.replace(/comfy[ _-]?ui/gi, ' ')

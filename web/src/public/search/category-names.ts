import { type Category, isCategory } from '@nodeyard/contract/packs'
import type { Text, TextKey } from '../../ground/texts/texts.ts'

const keys: Record<Category, TextKey<'home'>> = {
  'image-editing': 'category_image_editing',
  upscaling: 'category_upscaling',
  inpainting: 'category_inpainting',
  masks: 'category_masks',
  faces: 'category_faces',
  control: 'category_control',
  video: 'category_video',
  audio: 'category_audio',
  'three-d': 'category_three_d',
  text: 'category_text',
  'language-models': 'category_language_models',
  samplers: 'category_samplers',
  models: 'category_models',
  training: 'category_training',
  workflow: 'category_workflow',
  interface: 'category_interface',
}

export function categoryName(t: Text<'home'>, category: string): string {
  return isCategory(category) ? t(keys[category]) : category
}

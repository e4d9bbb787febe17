/**
 * The purposes of nodes, in display order. A node can have several. Its author can set them as tags;
 * otherwise they are derived from its name, its description and the names of its comfy-nodes.
 */
export const categories = [
  'image-editing',
  'upscaling',
  'inpainting',
  'masks',
  'faces',
  'control',
  'video',
  'audio',
  'three-d',
  'text',
  'language-models',
  'samplers',
  'models',
  'training',
  'workflow',
  'interface',
] as const
export type Category = (typeof categories)[number]

export function isCategory(text: string): text is Category {
  return categories.includes(text as Category)
}

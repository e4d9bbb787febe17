import { type SocketKind, socketKindOf } from '@nodeyard/analysis/comfy-nodes'
import type { Category } from '@nodeyard/contract/packs'
import type { IconName } from './icon.tsx'

/** The class that colors what is about a kind of socket; see `tokens.css`. */
export const hueOfKind = (kind: SocketKind): string => `hue-${kind}`
export const hueOfType = (type: string): string => hueOfKind(socketKindOf(type))

interface CategoryLook {
  icon: IconName
  hue: string
}

/** A category has the color of the socket that its nodes turn around. */
export const categoryLooks: Readonly<Record<Category, CategoryLook>> = {
  'image-editing': { icon: 'picture', hue: 'hue-image' },
  upscaling: { icon: 'enlarge', hue: 'hue-latent' },
  inpainting: { icon: 'brush', hue: 'hue-conditioning' },
  masks: { icon: 'mask', hue: 'hue-mask' },
  faces: { icon: 'face', hue: 'hue-vae' },
  control: { icon: 'pose', hue: 'hue-model' },
  video: { icon: 'film', hue: 'hue-vae' },
  audio: { icon: 'sound', hue: 'hue-clip' },
  'three-d': { icon: 'cube', hue: 'hue-number' },
  text: { icon: 'text', hue: 'hue-text' },
  'language-models': { icon: 'chat', hue: 'hue-model' },
  samplers: { icon: 'dice', hue: 'hue-latent' },
  models: { icon: 'layers', hue: 'hue-model' },
  training: { icon: 'target', hue: 'hue-conditioning' },
  workflow: { icon: 'flow', hue: 'hue-number' },
  interface: { icon: 'panel', hue: 'hue-clip' },
}

const kinds: readonly SocketKind[] = [
  'image',
  'mask',
  'latent',
  'model',
  'clip',
  'vae',
  'conditioning',
  'number',
  'text',
]

/** Picks a hue for something without a color of its own, the same one everywhere. */
export function hueOfId(id: string): string {
  let value = 7
  for (const letter of id) value = (value * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return hueOfKind(kinds[value % kinds.length] ?? 'image')
}

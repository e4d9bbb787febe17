/** The parts of a drawn comfy-node that have a color. Each value is any SVG paint. */
export interface Palette {
  body: string
  title: string
  line: string
  ink: string
  muted: string
  field: string
  sockets: Record<SocketKind, string>
}

/** The kinds that have their own color in the tool. */
export const socketKinds = [
  'image',
  'mask',
  'latent',
  'model',
  'clip',
  'vae',
  'conditioning',
  'number',
  'text',
  'other',
] as const
export type SocketKind = (typeof socketKinds)[number]

const kindOfType: Readonly<Record<string, SocketKind>> = {
  IMAGE: 'image',
  MASK: 'mask',
  LATENT: 'latent',
  MODEL: 'model',
  CLIP: 'clip',
  VAE: 'vae',
  CONDITIONING: 'conditioning',
  INT: 'number',
  FLOAT: 'number',
  BOOLEAN: 'number',
  STRING: 'text',
  COMBO: 'text',
}

/** Uses the first of several types, such as `INT,FLOAT`. */
export function socketKindOf(type: string): SocketKind {
  const [first = ''] = type.split(',', 1)
  return Object.hasOwn(kindOfType, first) ? (kindOfType[first] ?? 'other') : 'other'
}

export const lightPalette: Palette = {
  body: '#ffffff',
  title: '#edf1ec',
  line: '#d9e0d9',
  ink: '#151d18',
  muted: '#4d5b53',
  field: '#edf1ec',
  sockets: {
    image: '#2f83c8',
    mask: '#3a8f4a',
    latent: '#c04fbb',
    model: '#7b5fc4',
    clip: '#a98600',
    vae: '#cf4545',
    conditioning: '#c26f10',
    number: '#3b7f86',
    text: '#5f7d2e',
    other: '#6c7a72',
  },
}

export const darkPalette: Palette = {
  body: '#151c18',
  title: '#1c2520',
  line: '#2a352e',
  ink: '#e8eee9',
  muted: '#a3b1a8',
  field: '#1c2520',
  sockets: {
    image: '#64b5f6',
    mask: '#81c784',
    latent: '#ff9cf9',
    model: '#b39ddb',
    clip: '#ffd500',
    vae: '#ff6e6e',
    conditioning: '#ffa931',
    number: '#7fc4cb',
    text: '#a9c77a',
    other: '#9aa9a0',
  },
}

/** The editor of the tool is dark for nearly everyone, and so are pictures of workflows. */
export const editorPalette: Palette = {
  body: '#343e39',
  title: '#46534c',
  line: '#5a6961',
  ink: '#f3f7f4',
  muted: '#b3c0b9',
  field: '#222a26',
  sockets: darkPalette.sockets,
}

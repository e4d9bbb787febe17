import type { ComfyNodeBox, Palette } from '@nodeyard/analysis/comfy-nodes'
import type { drawComfyNode } from '@nodeyard/analysis/drawing'
import { useId, useState } from 'react'
import { useText } from '../../ground/site/site.ts'

/** Colors of the page in both themes, by their names in `tokens.css`. */
const palette: Palette = {
  body: 'var(--color-surface)',
  title: 'var(--color-sunken)',
  line: 'var(--color-line)',
  ink: 'var(--color-ink)',
  muted: 'var(--color-muted)',
  field: 'var(--color-sunken)',
  sockets: {
    image: 'var(--socket-image)',
    mask: 'var(--socket-mask)',
    latent: 'var(--socket-latent)',
    model: 'var(--socket-model)',
    clip: 'var(--socket-clip)',
    vae: 'var(--socket-vae)',
    conditioning: 'var(--socket-conditioning)',
    number: 'var(--socket-number)',
    text: 'var(--socket-text)',
    other: 'var(--socket-other)',
  },
}

let draw: typeof drawComfyNode | undefined

/**
 * Loads the drawing code for pages that come without rendered pictures: on the server, and after client-side
 * navigation.
 */
export async function prepareDrawing(): Promise<void> {
  draw ??= (await import('@nodeyard/analysis/drawing')).drawComfyNode
}

/** Reuses a picture that the page came with, so that the drawing code need not load. */
export function ComfyNodePicture({ box }: { box: ComfyNodeBox }) {
  const t = useText('nodes')
  const id = useId()
  const words = {
    inputs: t('inputs'),
    outputs: t('outputs'),
    widgets: t('widgets'),
    optional: t('optional'),
    list: t('list'),
  }
  const [html] = useState(
    () => draw?.(box, { id, palette, words }) ?? document.getElementById(`${id}-box`)?.innerHTML ?? '',
  )
  return (
    <div
      id={`${id}-box`}
      suppressHydrationWarning
      className="comfy-node-picture"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing escapes author input
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

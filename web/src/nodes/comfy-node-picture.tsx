import type { ComfyNodeBox } from '@nodeyard/analysis/preview/box'
import { drawComfyNode } from '@nodeyard/analysis/preview/draw'
import { type Palette, socketKinds } from '@nodeyard/analysis/preview/palette'
import { useId } from 'react'
import { useText } from '../site.ts'

/** The colours of the page, light or dark, by the names that `tokens.css` gives them. */
const palette: Palette = {
  body: 'var(--color-surface)',
  title: 'var(--color-sunken)',
  line: 'var(--color-line)',
  ink: 'var(--color-ink)',
  muted: 'var(--color-muted)',
  field: 'var(--color-sunken)',
  sockets: Object.fromEntries(
    socketKinds.map((kind) => [kind, `var(--socket-${kind})`]),
  ) as Palette['sockets'],
}

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
  return (
    <div
      className="comfy-node-picture"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing escapes what authors wrote
      dangerouslySetInnerHTML={{ __html: drawComfyNode(box, { id, palette, words }) }}
    />
  )
}

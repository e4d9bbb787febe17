import { defined } from '../../ground/defined.ts'
import type { ComfyNodeTranslation, PortTranslation } from '../comfy-node.ts'
import type { ComfyNodeBox, Output, Socket } from './box.ts'

const textLength = 200

/** Translates a box with the pack's own texts; untranslated parts stay unchanged. */
export function translateBox(box: ComfyNodeBox, translation: ComfyNodeTranslation): ComfyNodeBox {
  const { inputs = {}, outputs = {}, display_name: title } = translation
  const translated = <Part extends Socket>(part: Part): Part => ({
    ...part,
    ...wordsOf(own(inputs, part.name)),
  })
  return {
    ...box,
    ...defined({ title: title || undefined }),
    inputs: box.inputs.map(translated),
    widgets: box.widgets.map(translated),
    outputs: box.outputs.map(
      (output, place): Output => ({ ...output, ...labelOf(own(outputs, String(place))) }),
    ),
  }
}

/** An input may be named `constructor`. */
function own(ports: { [name: string]: PortTranslation }, name: string): PortTranslation | undefined {
  return Object.hasOwn(ports, name) ? ports[name] : undefined
}

function wordsOf(words: PortTranslation | undefined): Pick<Socket, 'label' | 'tooltip'> {
  return { ...labelOf(words), ...(words?.tooltip ? { tooltip: cut(words.tooltip) } : {}) }
}

function labelOf(words: PortTranslation | undefined): { label?: string } {
  return words?.name ? { label: cut(words.name) } : {}
}

const cut = (text: string) => text.slice(0, textLength).toWellFormed()

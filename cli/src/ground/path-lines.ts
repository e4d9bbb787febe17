import type { PathStep } from '@nodeyard/analysis/ground'
import { plain } from './output.ts'
import type { TextKey, Texts } from './texts.ts'

/** Describes one step of a value on its way to the place of a finding. */
export function stepText({ noun, detail }: Pick<PathStep, 'noun' | 'detail'>, text: Texts): string {
  const name = text(`path_${noun}` as TextKey)
  return detail ? `${name} (${plain(detail)})` : name
}

/** Lists the steps of a value from its source to the place of a finding. */
export function pathLines(path: readonly PathStep[] | undefined, text: Texts): string[] {
  if (!path || path.length === 0) return []
  return [
    `  ${text('path_title')}`,
    ...path.flatMap((step) => [
      ...(step.left_out ? [`    … ${text('path_left_out', { count: step.left_out })}`] : []),
      `    ${text(`path_kind_${step.kind}`)}: ${plain(step.file)}:${step.line} ${stepText(step, text)}`,
    ]),
  ]
}

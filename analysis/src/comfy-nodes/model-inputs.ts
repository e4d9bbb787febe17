import { isModelName, type ModelInput } from '../workflow/models/model.ts'
import type { ComfyNode, ComfyNodeInput, Json } from './comfy-node.ts'
import { isWidget, widgetsOf } from './compare/inputs.ts'

/** More than any pack has. */
const maxInputs = 2_000
const maxFiles = 200

/** Finds the inputs that name files of models, and where the tool looks for them. */
export function modelInputsOf(nodes: readonly ComfyNode[]): ModelInput[] {
  return nodes.flatMap(inputsOf).slice(0, maxInputs)
}

function inputsOf({ comfy_node_name, inputs, model_folders = [] }: ComfyNode): ModelInput[] {
  const visible = inputs.filter(({ group }) => group !== 'hidden')
  const widgets = widgetsOf(visible)
  const found = visible.filter(isWidget).flatMap((input) => {
    const [listed, files] = [foldersOf(input), filesOf(input)]
    if (listed.length === 0 && files.length === 0) return []
    const folders = listed.length === 0 ? model_folders : listed
    return [{ comfy_node_name, input: input.name, place: widgets.indexOf(input.name), folders, files }]
  })
  return found.length > 0 || model_folders.length === 0
    ? found
    : [{ comfy_node_name, folders: model_folders, files: [] }]
}

const foldersOf = ({ choices = [] }: ComfyNodeInput): string[] => [
  ...new Set(choices.flatMap((choice) => listed(choice).filter((folder) => typeof folder === 'string'))),
]

function listed(choice: Json): Json[] {
  const isOpen = typeof choice === 'object' && choice !== null && !Array.isArray(choice)
  const folders = isOpen ? choice['folders'] : undefined
  return Array.isArray(folders) ? folders : []
}

const filesOf = ({ choices = [] }: ComfyNodeInput): string[] =>
  choices.filter((choice) => typeof choice === 'string' && isModelName(choice)).slice(0, maxFiles) as string[]

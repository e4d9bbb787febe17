import { listWorkflows } from '@nodeyard/contract/packs'
import { links } from '../../ground/paths/links.ts'
import type { Site } from '../../ground/site/site.ts'
import { chooseShown } from '../search/shown-workflow.ts'

/** A workflow of a well-known pack of this registry, or one that needs such a pack, if there is none. */
export async function exampleWorkflow({ registry }: Pick<Site, 'registry'>): Promise<File> {
  const { workflows } = await registry.call(listWorkflows, { query: { limit: 24 } })
  const example = chooseShown(workflows) ?? workflows[0]
  if (!example) return new File([JSON.stringify(usual)], 'upscale.json')
  const { node_id: nodeId, version, place, path } = example
  const response = await fetch(`${links.workflow(nodeId, version, place)}/file`)
  if (!response.ok) throw new Error(`The example has the status ${response.status}.`)
  return new File([await response.blob()], path.slice(path.lastIndexOf('/') + 1))
}

const node = (id: number, type: string, values: string[]) => ({
  id,
  type,
  pos: [(id - 1) * 300, 0],
  size: [240, 120],
  inputs: id > 1 ? [{ name: 'image', type: 'IMAGE', link: id - 1 }] : [],
  outputs: id < 3 ? [{ name: 'IMAGE', type: 'IMAGE', links: [id] }] : [],
  widgets_values: values,
})
const usual = {
  nodes: [node(1, 'LoadImage', []), node(2, 'UltimateSDUpscale', []), node(3, 'SaveImage', [])],
  links: [
    [1, 1, 0, 2, 0, 'IMAGE'],
    [2, 2, 0, 3, 0, 'IMAGE'],
  ],
}

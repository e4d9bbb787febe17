/** Cache tag of responses that depend on the list of the tool's own comfy-nodes. */
export const coreNodesTag = 'core-nodes'

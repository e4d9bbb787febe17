/** Cache tag of responses with replacements of comfy-nodes. */
export const replacementsTag = 'replacements'

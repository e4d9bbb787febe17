/** Cache tag of responses made from the known models. */
export const modelsTag = 'models'

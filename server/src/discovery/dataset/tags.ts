/** Cache tag of responses made from the dataset. */
export const datasetTag = 'dataset'

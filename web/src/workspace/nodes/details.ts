/** Form values of a node's details. */
export interface Details {
  name: string
  description: string
  author: string
  category: string
  license: string
  repository: string
  icon: string
  banner_url: string
  /** Separated by commas. */
  tags: string
  [field: string]: string
}

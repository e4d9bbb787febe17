/** What a publish token is good for, as far as reading goes. */
export interface TokenReach {
  publisherId: string
  /** Null: all nodes of the publisher. */
  nodeIds: readonly string[] | null
}

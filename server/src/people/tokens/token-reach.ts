/** The nodes that a publish token can read. */
export interface TokenReach {
  publisherId: string
  /** Null stands for all nodes of the publisher. */
  nodeIds: readonly string[] | null
}

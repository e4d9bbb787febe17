export interface ReportedThing {
  nodeId: string
  name: string
  /** Absent where the whole node is meant. */
  version?: string
}

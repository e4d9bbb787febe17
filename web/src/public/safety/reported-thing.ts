export interface ReportedThing {
  nodeId: string
  name: string
  /** Omitted when the report concerns the whole node. */
  version?: string
}

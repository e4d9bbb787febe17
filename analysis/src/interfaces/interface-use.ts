/** A place where a pack uses an interface of the table of changed interfaces. */
export interface InterfaceUse {
  /** As in the table. */
  name: string
  file: string
  /** From 1. */
  line: number
}

/** Limits the interfaces noted for one pack. */
export const mostUses = 50

/** A place where a pack uses an interface of the table of changed interfaces. */
export interface InterfaceUse {
  /** The name in that table. */
  name: string
  file: string
  /** The first line is 1. */
  line: number
}

/** Limits the interfaces noted for one pack. */
export const maxUses = 50

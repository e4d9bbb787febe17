/** A place where a pack uses an interface of the table of changed interfaces. */
export interface InterfaceUse {
  /** Its name in the table. */
  name: string
  file: string
  line: number
}

/** Limits the interfaces noted for one pack. */
export const mostUses = 50

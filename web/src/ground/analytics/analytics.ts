export type Properties = Readonly<Record<string, string | number | boolean | null>>

/** Reports user actions to the operator. */
export interface Analytics {
  track(event: string, properties?: Properties): void
  /** Attributes all later events to this user. */
  identify(distinctId: string): void
  setProfile(fields: Properties): void
}

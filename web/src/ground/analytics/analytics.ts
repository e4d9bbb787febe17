export type Properties = Readonly<Record<string, string | number | boolean | null>>

/** What people do here, told to whoever runs the site. */
export interface Analytics {
  track(event: string, properties?: Properties): void
  /** Everything from now on is about this person. */
  identify(distinctId: string): void
  setProfile(fields: Properties): void
}

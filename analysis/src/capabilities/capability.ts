import type { Place } from '../extract/comfy-node.ts'

export const capabilityKinds = [
  'network', // a host that the pack contacts
  'process', // a program that it starts
  'native_code', // machine code that it brings along
  'server_route', // an address that it adds to the tool's own server
  'frontend_script', // a folder whose scripts run in the tool's page
] as const
export type CapabilityKind = (typeof capabilityKinds)[number]

/** Something the pack can do, with the places that show it. */
export interface Capability {
  kind: CapabilityKind
  /** The host, the program, the route, the folder; empty when it is computed while the pack runs. */
  subject: string
  evidence: Place[]
}

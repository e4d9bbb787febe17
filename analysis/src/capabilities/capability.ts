import type { Place } from '../extract/comfy-node.ts'

export const capabilityKinds = [
  'network', // a host that the pack contacts
  'process', // a program that it starts
  'download', // a host that it fetches files from while it runs
  'install_download', // a host or program that it uses as soon as it is loaded or installed
  'file_write', // a place outside of the pack that it writes to
  'environment', // a variable of the environment that it reads
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

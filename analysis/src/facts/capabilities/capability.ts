import type { Place } from '../../comfy-nodes/comfy-node.ts'

export const capabilityKinds = [
  'network', // a host that the pack contacts
  'process', // a program that it starts
  'download', // a host that it downloads files from at run time
  'install_download', // a host or program that it uses as soon as it is loaded or installed
  'file_write', // a place outside the pack that it writes to
  'environment', // an environment variable that it reads
  'native_code', // machine code that it contains
  'server_route', // a route that it adds to the tool's own server
  'frontend_script', // a folder whose scripts run in the tool's page
] as const
export type CapabilityKind = (typeof capabilityKinds)[number]

/** Something the pack can do, with the places that show it. */
export interface Capability {
  kind: CapabilityKind
  /** The host, program, route or folder; empty when it is computed at run time. */
  subject: string
  evidence: Place[]
}

import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { oneOf, Timestamp } from './shapes.ts'

/** The parts of the registry that users notice. */
export const serviceParts = ['api', 'search', 'archives', 'publishing', 'jobs'] as const
export const partStates = ['working', 'failing', 'unknown'] as const

export const PartStatus = Type.Object({
  part: oneOf(serviceParts),
  state: oneOf(partStates),
  /** Time of the last probe; omitted before the first. */
  checkedAt: Type.Optional(Timestamp),
  tookMs: Type.Optional(Type.Integer()),
  days: Type.Array(
    Type.Object({
      day: Type.String({ description: 'YYYY-MM-DD, in UTC.' }),
      /** Share of that day's probes that succeeded, from 0 to 1. */
      uptime: Type.Number(),
      probes: Type.Integer(),
    }),
    { description: 'The last 90 days that were probed, oldest first.' },
  ),
})
export type PartStatus = Static<typeof PartStatus>

export const getStatus = route({
  method: 'GET',
  path: '/status',
  access: 'public',
  summary: 'Whether the registry works, computed from probes that run once a minute',
  response: Type.Object({ parts: Type.Array(PartStatus) }),
})
export type ServiceStatus = Static<typeof getStatus.response>

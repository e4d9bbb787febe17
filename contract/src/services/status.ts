import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { oneOf, Timestamp } from '../ground/shapes.ts'

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

/** How long publishers wait for the moderators. */
export const ReviewFigures = Type.Object({
  waiting: Type.Integer({ description: 'Versions that wait for a moderator now.' }),
  decided: Type.Integer({ description: 'Versions that moderators decided in the last 90 days.' }),
  medianSeconds: Type.Optional(Type.Integer({ description: 'Median time from the hold to the decision.' })),
  p95Seconds: Type.Optional(Type.Integer({ description: '95 of 100 versions waited no longer.' })),
  automaticShare: Type.Optional(
    Type.Number({
      description:
        'Share of the releases with a finding, in the last 90 days, that an earlier decision about the same code settled, from 0 to 1.',
    }),
  ),
})
export type ReviewFigures = Static<typeof ReviewFigures>

export const getStatus = route({
  method: 'GET',
  path: '/status',
  access: 'public',
  summary: 'Whether the registry works, computed from probes that run once a minute',
  response: Type.Object({ parts: Type.Array(PartStatus), reviews: ReviewFigures }),
})
export type ServiceStatus = Static<typeof getStatus.response>

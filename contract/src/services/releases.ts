import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { NoContent, oneOf, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'

export const releaseProjects = ['comfyui', 'comfyui_frontend', 'desktop', 'cloud'] as const
export const ReleaseProject = oneOf(releaseProjects)
export type ReleaseProject = Static<typeof ReleaseProject>

/** Excludes `ar`, because existing clients do not know it. Source: API contract, section 5. */
export const releaseLocales = ['en', 'es', 'fr', 'ja', 'ko', 'ru', 'zh'] as const
export const ReleaseLocale = oneOf(releaseLocales)
export type ReleaseLocale = Static<typeof ReleaseLocale>

export const ReleaseAttention = oneOf(['low', 'medium', 'high'])
export type ReleaseAttention = Static<typeof ReleaseAttention>

export const ReleaseNote = Type.Object({
  id: Type.Integer(),
  project: ReleaseProject,
  version: Type.String(),
  attention: ReleaseAttention,
  content: Type.String({ description: 'Markdown.' }),
  published_at: Timestamp,
})
export type ReleaseNote = Static<typeof ReleaseNote>

export const listReleases = route({
  method: 'GET',
  path: '/releases',
  access: 'public',
  summary: 'Release notes of a project, newest version first',
  description: `At most ${limits.releaseNotes}. A note without a translation into the requested language is in English.`,
  query: Type.Object({
    project: ReleaseProject,
    current_version: Type.Optional(
      Type.String({
        maxLength: limits.rangeLength,
        description: 'Only notes of newer versions; an invalid version counts as omitted.',
      }),
    ),
    locale: Type.Optional(ReleaseLocale),
    form_factor: Type.Optional(
      Type.String({ maxLength: limits.rangeLength, description: 'Recorded, does not filter.' }),
    ),
  }),
  response: Type.Array(ReleaseNote),
})

export const releaseActions = [
  'published',
  'unpublished',
  'created',
  'edited',
  'deleted',
  'prereleased',
  'released',
] as const

/** The used part of the code host's event, which contains much more. */
export const ReleaseEvent = Type.Object({
  action: oneOf(releaseActions),
  release: Type.Object({
    id: Type.Integer(),
    tag_name: Type.String({ minLength: 1, maxLength: limits.nameLength }),
    name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    body: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    draft: Type.Optional(Type.Boolean()),
    prerelease: Type.Optional(Type.Boolean()),
    published_at: Type.Optional(Type.Union([Timestamp, Type.Null()])),
    html_url: Type.Optional(Type.String()),
  }),
  repository: Type.Object({ full_name: Type.String() }),
  sender: Type.Object({}),
})
export type ReleaseEvent = Static<typeof ReleaseEvent>

export const receiveRelease = route({
  method: 'POST',
  path: '/releases',
  access: 'webhook',
  summary: "The code host's webhook for release events",
  description:
    'A published, final release of a known repository becomes a release note. Other events, and repeated ones, get the same response and change nothing.',
  headers: Type.Object({
    'x-github-event': Type.String({ description: '`release`.' }),
    'x-github-delivery': Type.String({ format: 'uuid' }),
    'x-github-hook-id': Type.String(),
    'x-github-hook-installation-target-type': Type.Optional(Type.String()),
    'x-github-hook-installation-target-id': Type.Optional(Type.String()),
    'x-hub-signature-256': Type.Optional(
      Type.String({ description: '`sha256=` and the HMAC-SHA256 of the body, in hex.' }),
    ),
  }),
  body: ReleaseEvent,
  response: NoContent,
  errors: ['delivery_not_understood', 'not_configured'],
})

export const Features = Type.Object({ partner_node_conversion_rate: Type.Number() })

export const getFeatures = route({
  method: 'GET',
  path: '/features',
  access: 'public',
  summary: 'Settings that clients act on',
  response: Features,
})

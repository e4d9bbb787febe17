import Type, { type Static } from 'typebox'
import { route } from './route.ts'

/** The addresses of a registry, for programs that know one of them. */
export const About = Type.Object({
  api: Type.String({ description: 'URL of the API, without a trailing slash.' }),
  site: Type.String({ description: 'URL of the site, without a trailing slash.' }),
})
export type About = Static<typeof About>

export const getAbout = route({
  method: 'GET',
  path: '/about',
  access: 'public',
  summary: 'The addresses of this registry',
  response: About,
})

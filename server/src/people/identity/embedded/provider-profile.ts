import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'

export const ProviderName = Type.Union([Type.Literal('google.com'), Type.Literal('github.com')])

const ProfileShape = Type.Object({
  provider: ProviderName,
  /** The provider's stable id of the user. */
  subject: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  name: Type.String(),
  picture: Type.String(),
})

/** A user's profile as reported by a provider. */
export type Profile = Static<typeof ProfileShape>
export const StoredProfile = Compile(ProfileShape)

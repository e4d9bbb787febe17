import { RegistryRefusal } from '@nodeyard/contract/ground'

/** Replaces the content of a held version, which only its publisher and moderators see. */
export async function unlessHeld<Found, Other>(
  found: Promise<Found>,
  instead: Other,
): Promise<Found | Other> {
  try {
    return await found
  } catch (error) {
    if (error instanceof RegistryRefusal && error.problem.error === 'version_held') return instead
    throw error
  }
}

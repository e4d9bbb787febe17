import type { PasswordPolicy } from '../../../ground/settings.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'

/** The characters that count as non-alphanumeric. The browser checks against the same list. */
export const otherCharacters = [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~`-+= ']

/** Throws an error that lists every unmet requirement. */
export function assertMeetsPolicy(password: string, policy: PasswordPolicy): void {
  const missing = [
    password.length < policy.minLength && `Password must contain at least ${policy.minLength} characters`,
    policy.maxLength !== undefined &&
      password.length > policy.maxLength &&
      `Password may contain at most ${policy.maxLength} characters`,
    policy.lowerCase && !/[a-z]/.test(password) && 'Password must contain a lowercase character',
    policy.upperCase && !/[A-Z]/.test(password) && 'Password must contain an uppercase character',
    policy.digit && !/[0-9]/.test(password) && 'Password must contain a numeric character',
    policy.other &&
      !otherCharacters.some((character) => password.includes(character)) &&
      'Password must contain a non-alphanumeric character',
  ].filter((one) => one !== false)
  if (missing.length > 0)
    throw new Refusal('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', {
      detail: `Missing password requirements: [${missing.join(', ')}]`,
    })
}

/** Returns the policy in the client's format. */
export function toPolicyAnswer(policy: PasswordPolicy): object {
  return {
    customStrengthOptions: {
      minPasswordLength: policy.minLength,
      ...(policy.maxLength === undefined ? {} : { maxPasswordLength: policy.maxLength }),
      ...(policy.lowerCase ? { containsLowercaseCharacter: true } : {}),
      ...(policy.upperCase ? { containsUppercaseCharacter: true } : {}),
      ...(policy.digit ? { containsNumericCharacter: true } : {}),
      ...(policy.other ? { containsNonAlphanumericCharacter: true } : {}),
    },
    allowedNonAlphanumericCharacters: otherCharacters,
    enforcementState: 'ENFORCE',
    forceUpgradeOnSignin: false,
    schemaVersion: 1,
  }
}

/** Returns the password. Throws if it is missing or does not meet the policy. */
export function readPassword({ config }: Deps, password: string | undefined): string {
  if (!password) throw new Refusal('MISSING_PASSWORD')
  if (config.identity.kind === 'embedded') assertMeetsPolicy(password, config.identity.passwordPolicy)
  return password
}

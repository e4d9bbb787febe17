export const embeddedIssuer = 'nodeyard-embedded'
export const embeddedProject = 'nodeyard'
/** Identifies the project; it is not secret. */
export const embeddedApiKey = 'nodeyard-embedded'
export const idTokenSeconds = 3600

/** Who looks at the page. Until sign-in is switched on, everybody is anonymous. */
export type Session = { state: 'anonymous' }

export const anonymous: Session = { state: 'anonymous' }

/** What is told when the words that typing errors are corrected to have changed. */
export const termsTag = 'search-terms'

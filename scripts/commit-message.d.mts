export function problemsOf(message: string): string[]

import type { Provider } from '../../ground/identity/identity.ts'

/** Letters stand in for the logos, whose use is restricted. */
const letters: Record<Provider, string> = { 'github.com': 'GH', 'google.com': 'G' }

export function ProviderMark({ provider }: { provider: Provider }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-6 shrink-0 place-items-center rounded-sm bg-ink text-xs font-bold text-canvas"
    >
      {letters[provider]}
    </span>
  )
}

/** A short message that disappears by itself. */
export interface Toast {
  id: number
  tone: 'success' | 'failure' | 'info'
  text: string
}

let shown: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

export function showToast(tone: Toast['tone'], text: string): void {
  lastId += 1
  show([...shown, { id: lastId, tone, text }])
}

export function dismissToast(id: number): void {
  show(shown.filter((toast) => toast.id !== id))
}

export function currentToasts(): readonly Toast[] {
  return shown
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

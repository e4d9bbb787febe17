import { wayKey } from '../nodes/chosen-way.ts'

export const themes = ['light', 'system', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'nodeyard-theme'
const changed = 'themechange'

/**
 * Runs before the first paint, so that a chosen theme does not flash. It also sets an attribute that shows
 * the parts that require JavaScript, without a layout shift.
 */
export function applyStoredLook(): void {
  const { dataset } = document.documentElement
  dataset['js'] = ''
  try {
    const theme = localStorage.getItem(storageKey)
    if (theme === 'light' || theme === 'dark') dataset['theme'] = theme
    const way = localStorage.getItem(wayKey)
    if (way) dataset['way'] = way
  } catch {
    // Nothing is stored where storage is blocked.
  }
}

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  keep(theme)
  dispatchEvent(new Event(changed))
}

export function onThemeChange(listener: () => void): () => void {
  addEventListener(changed, listener)
  return () => removeEventListener(changed, listener)
}

function keep(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // The choice then lasts until the page unloads.
  }
}

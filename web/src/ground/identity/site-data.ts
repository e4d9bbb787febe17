const probe = 'nodeyard-probe'

/** Whether the browser keeps data for this address. Browsers that block it throw, or have no storage at all. */
export function keepsSiteData(): boolean {
  try {
    localStorage.setItem(probe, '')
    localStorage.removeItem(probe)
    return true
  } catch {
    return false
  }
}

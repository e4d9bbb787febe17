const loading = new Map<string, Promise<void>>()

/** Loads one of the site's scripts once. */
export function loadScript(address: string): Promise<void> {
  const known = loading.get(address)
  if (known) return known
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => {
      loading.delete(address)
      script.remove()
      reject(new TypeError(`fetch failed: ${address}`))
    }
    document.head.append(script)
  })
  loading.set(address, loaded)
  return loaded
}

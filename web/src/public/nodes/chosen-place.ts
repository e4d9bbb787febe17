import { type Place, type Setup, setups, shellsOf, usualPlace } from '@nodeyard/planning/commands'

const key = 'nodeyard-place'
const changed = 'placechange'
let chosen: Place | undefined

/** Where the reader runs commands: as chosen before, or the usual shell of the system. */
export function chosenPlace(): Place {
  chosen ??= storedPlace() ?? (isWindows() ? { ...usualPlace, shell: 'powershell' } : usualPlace)
  return chosen
}

export function choosePlace(place: Place): void {
  const shells = shellsOf(place.setup)
  chosen = shells.includes(place.shell) ? place : { ...place, shell: shells[0] ?? 'posix' }
  try {
    localStorage.setItem(key, `${chosen.setup} ${chosen.shell}`)
  } catch {
    // A browser that stores nothing keeps the place until the page is left.
  }
  dispatchEvent(new Event(changed))
}

export function onPlaceChange(listener: () => void): () => void {
  addEventListener(changed, listener)
  return () => removeEventListener(changed, listener)
}

function storedPlace(): Place | undefined {
  try {
    const [storedSetup, storedShell] = localStorage.getItem(key)?.split(' ') ?? []
    const setup = setups.find((one): one is Setup => one === storedSetup)
    const shell = setup && shellsOf(setup).find((one) => one === storedShell)
    return setup && shell && { setup, shell }
  } catch {
    return undefined
  }
}

const isWindows = () => /win/i.test(navigator.platform)

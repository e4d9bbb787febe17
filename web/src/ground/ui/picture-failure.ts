import { useCallback, useState } from 'react'

/** Whether an `img` with these properties failed to load, also before the scripts of the page ran. */
export function usePictureFailure() {
  const [failed, setFailed] = useState(false)
  const ref = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setFailed(true)
  }, [])
  return { failed, onFailure: { ref, onError: () => setFailed(true) } }
}

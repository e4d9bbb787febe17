declare module 'virtual:client-manifest' {
  import type { Manifest } from 'vite'

  const manifest: Manifest
  export default manifest
  /** Build id; changes whenever any browser file changes. */
  export const build: string
}

declare module '*?script' {
  /** A module and its imports, compiled to a classic script. */
  const code: string
  export default code
}

declare module 'virtual:client-manifest' {
  import type { Manifest } from 'vite'

  const manifest: Manifest
  export default manifest
  /** Changes with every file that browsers load. */
  export const build: string
}

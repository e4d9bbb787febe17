import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  ssr: true,
  splitRouteModules: false,
  // Lazy discovery asks the server for a list of all links of each page; the whole list is small.
  routeDiscovery: { mode: 'initial' },
} satisfies Config

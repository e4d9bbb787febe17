const shapes = {
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 5 5',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  download: 'M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M5 20h14',
  star: 'm12 3.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L3.6 9.7l5.8-.8Z',
  external: 'M14 4h6v6m0-6-9 9M10 5H5v14h14v-5',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-18c-5.3 5-5.3 13 0 18m0-18c5.3 5 5.3 13 0 18M3.5 9h17m-17 6h17',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-13v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  system: 'M4 5h16v11H4zM9 20h6m-3-4v4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M18 6 6 18',
  book: 'M12 6c-2-1.5-5-2-8-1.5v14c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5v-14c-3-.5-6 0-8 1.5Zm0 0v14',
  chat: 'M4 5h16v11h-9l-4.5 4v-4H4Z',
  next: 'm9 5 7 7-7 7',
  down: 'm6 9 6 6 6-6',
  warning: 'M12 4 2.5 20h19ZM12 10v4.5m0 2.5v.5',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v6m0-9v.5',
  blocked: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM5.8 5.8l12.4 12.4',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.5 2',
  feed: 'M5 4a15 15 0 0 1 15 15M5 10a9 9 0 0 1 9 9m-8.5-.5v.5',
  node: 'M5 6h14v12H5zM5 10H2m3 4H2m17-4h3m-3 4h3M9 10h6m-6 4h4',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5',
  compare: 'M7 4v16m-3-3 3 3 3-3M17 20V4m-3 3 3-3 3 3',
  licence: 'M12 4v16m-4 0h8M5 8h14M5 8l-2.5 6h5Zm14 0-2.5 6h5Z',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1m2 4a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  mail: 'M3 6h18v12H3zm0 1 9 7 9-7',
  phone: 'M8 3h8v18H8zm3 15h2',
  app: 'M4 4h6v6H4zm10 0h6v6h-6zM4 14h6v6H4zm10 0h2v2h-2zm4 0h2v2h-2zm-4 4h2v2h-2zm4 0h2v2h-2z',
  shown: 'M2.5 12c4-6.5 15-6.5 19 0-4 6.5-15 6.5-19 0ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  hidden: 'M2.5 12c4-6.5 15-6.5 19 0-4 6.5-15 6.5-19 0ZM4 20 20 4',
  dot: 'M12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  person: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c0-8 16-8 16 0',
  key: 'M8 18a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm3-7 9-8m-4 3.5 3 3',
  leave: 'M10 4H5v16h5m4-13 5 5-5 5m5-5H9',
  shield: 'M12 3 4.5 6v6c0 5 3.5 7.5 7.5 9 4-1.5 7.5-4 7.5-9V6Z',
  verified: 'M12 3 4.5 6v6c0 5 3.5 7.5 7.5 9 4-1.5 7.5-4 7.5-9V6Zm-3.5 9 2.5 2.5 4.5-5',
  picture: 'M4 5h16v14H4zm0 11 4.5-4.5 3.5 3.5 3-3 5 5M9 9.5v.01',
  enlarge: 'M4 12v8h8v-8zM13 4h7v7m0-7-8 8',
  brush: 'M20 4c-6 1.5-9.5 5-11 9m0 0c-3 0-4.5 1.5-5 6.5 5 .5 7-1.5 7-4.5ZM9 13l2 2m0 0c4-1.5 7.5-5 9-11',
  mask: 'M4 4h16v16H4zm8 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z',
  face: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-3-11v.5m6-.5v.5M8.5 14.5c2 2 5 2 7 0',
  pose: 'M12 6.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-7 2.5 5 1v4l-3 7m7-11 5-1m-5 1v4l3 7m-7-7h4',
  film: 'M4 5h16v14H4zm4 0v14m8-14v14M4 10h4m-4 4h4m8-4h4m-4 4h4',
  sound: 'M4 10v4m4-7v10m4-13v16m4-13v10m4-7v4',
  cube: 'm12 3 8 4.5v9L12 21l-8-4.5v-9Zm0 9 8-4.5M12 12v9m0-9L4 7.5',
  text: 'M5 6V5h14v1M12 5v14m-2.5 0h5',
  dice: 'M5 5h14v14H5zm4 4v.01m6-.01v.01m-3 2.99v.01m-3 2.99v.01m6-.01v.01',
  layers: 'm12 4 8 4-8 4-8-4Zm8 8-8 4-8-4m16 4-8 4-8-4',
  target: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16Zm0-4a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-4v.01',
  flow: 'M3 5h6v5H3zm12 9h6v5h-6zM9 7.5c5 0 1 9 6 9',
  panel: 'M4 5h16v14H4zm0 4h16M9 9v10',
  drop: 'M12 4v10m0 0 4-4m-4 4-4-4M4 15v5h16v-5',
  spark: 'M12 3v5m0 8v5m9-9h-5M8 12H3m13.5-4.5 2-2m-13 13 2-2m9 0 2 2m-13-13 2 2',
  package: 'm12 3 8 4.5v9L12 21l-8-4.5v-9ZM4 7.5l8 4.5 8-4.5M12 12v9M8 5.25l8 4.5',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15ZM10 21h4',
  cards: 'M4 4h7v7H4zm9 0h7v7h-7zM4 13h7v7H4zm9 0h7v7h-7z',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01',
  pin: 'M12 21s7-6 7-11a7 7 0 1 0-14 0c0 5 7 11 7 11Zm0-8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5',
  lock: 'M6 11h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3',
  trend: 'm3 17 6-6 4 4 8-8m-5 0h5v5',
  refresh: 'M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5m5 3a8 8 0 0 1-14 5.3L4 15m0 5v-5h5',
} as const

export type IconName = keyof typeof shapes

/** Decorative icon; the text next to it carries the meaning. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      <path d={shapes[name]} />
    </svg>
  )
}

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

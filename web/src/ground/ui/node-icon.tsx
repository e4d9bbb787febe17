import { wiresOf } from './glyph.ts'
import { usePictureFailure } from './picture-failure.ts'

const sizes = { small: 'size-10', large: 'size-16 sm:size-20' } as const

interface NodeIcon {
  id: string
  /** Address at this site, if the node has a picture. */
  picture?: string | undefined
  size?: keyof typeof sizes
}

/** The author's picture of a node, or one generated from its id if it is missing or fails to load. */
export function NodeIcon({ id, picture, size = 'small' }: NodeIcon) {
  const { failed, onFailure } = usePictureFailure()
  if (!picture || failed) return <Glyph id={id} className={sizes[size]} />
  return (
    <img
      src={picture}
      alt=""
      width="80"
      height="80"
      loading={size === 'small' ? 'lazy' : 'eager'}
      decoding="async"
      {...onFailure}
      className={`shrink-0 rounded-md bg-sunken object-cover ${sizes[size]}`}
    />
  )
}

function Glyph({ id, className }: { id: string; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 36 36"
      fill="none"
      className={`glyph shrink-0 rounded-md ${className}`}
    >
      <path d="M8 0h20v36H8z" fill="currentColor" opacity=".35" />
      {wiresOf(id).map(({ from, to, colour }) => (
        <path
          key={from}
          className={`glyph-${colour}`}
          strokeWidth="3"
          strokeLinecap="round"
          d={`M8 ${from}C18 ${from} 18 ${to} 28 ${to}`}
        />
      ))}
    </svg>
  )
}

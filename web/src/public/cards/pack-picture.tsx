import { fitted, plain } from '@nodeyard/analysis/comfy-nodes'
import type { Sketch } from '@nodeyard/contract/packs'
import type { ReactNode } from 'react'
import { wiresOf } from '../../ground/ui/glyph.ts'
import { usePictureFailure } from '../../ground/ui/picture-failure.ts'
import { cardPicture } from '../../ground/ui/pictures.ts'
import { Sketches } from './sketch.tsx'

interface PackPicture {
  id: string
  name: string
  hasPicture: boolean
  sketches: readonly Sketch[]
  isFirst?: boolean
  className?: string
  children?: ReactNode
}

/** A picture of the author over a drawing, which stays where the picture does not load. */
export function PackPicture({
  id,
  name,
  hasPicture,
  sketches,
  isFirst = false,
  className = '',
  children,
}: PackPicture) {
  const { failed, onFailure } = usePictureFailure()
  return (
    <div className={`editor tinted relative aspect-[2/1] overflow-hidden ${className}`}>
      {sketches.some(isOpen) ? <Sketches sketches={sketches} /> : <ClosedPack id={id} name={name} />}
      {hasPicture && !failed && (
        <img
          src={cardPicture(id)}
          alt=""
          width="640"
          height="320"
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
          {...onFailure}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {children}
    </div>
  )
}

/** Whether more than its title is known. */
const isOpen = ({ inputs, outputs, widgets }: Sketch) => inputs.length + outputs.length + widgets.length > 0

/** Drawing for a pack that only has names: a closed node, with cables derived from its id. */
function ClosedPack({ id, name }: { id: string; name: string }) {
  const wires = wiresOf(id)
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 160"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      direction="ltr"
      className="sketch absolute inset-0 size-full"
    >
      {wires.map(({ from, to, colour }) => (
        <g key={from} className={`glyph-${colour} sketch-wire`}>
          <path d={`M-10 ${from * 4.4}C60 ${from * 4.4} 40 80 84 80`} />
          <path d={`M236 80C280 80 260 ${to * 4.4} 330 ${to * 4.4}`} />
        </g>
      ))}
      <rect className="sketch-body" x="72" y="62" width="176" height="36" rx="18" />
      <text className="sketch-name" x="160" y="80" dy=".35em" textAnchor="middle">
        {fitted(plain(name), 150 / 10.5)}
      </text>
    </svg>
  )
}

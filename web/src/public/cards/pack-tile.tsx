import { hueOfType } from '../../ground/ui/hues.ts'
import { usePictureFailure } from '../../ground/ui/picture-failure.ts'
import { cardPicture, markOf, nodePicture } from '../../ground/ui/pictures.ts'
import type { NodeCard } from './card.ts'
import { lettersOf } from './letters.ts'

/** A small picture or the icon of the author, or a node with the letters of the pack and its real sockets. */
export function PackTile({ card, isFirst }: { card: NodeCard; isFirst: boolean }) {
  const { failed, onFailure } = usePictureFailure()
  const icon = card.icon && nodePicture(card.id) + markOf(card.icon)
  const picture = card.hasPicture ? cardPicture(card.id) : icon
  return (
    <div className="tinted relative size-14 shrink-0 overflow-hidden rounded-md">
      {picture && !failed ? (
        <img
          src={picture}
          alt=""
          width="56"
          height="56"
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
          {...onFailure}
          className="size-full object-cover"
        />
      ) : (
        <Drawing card={card} />
      )}
    </div>
  )
}

const maxSockets = 3

function Drawing({ card: { name, sketches, hue } }: { card: NodeCard }) {
  const huesOf = (side: 'inputs' | 'outputs') => {
    const types = new Set(sketches.flatMap((sketch) => sketch[side].map(({ type }) => type)))
    return sketches.some(({ inputs, outputs }) => inputs.length + outputs.length > 0)
      ? [...types].slice(0, maxSockets).map(hueOfType)
      : [hue]
  }
  return (
    <svg aria-hidden="true" viewBox="0 0 56 56" fill="none" direction="ltr" className="tile size-full">
      <Sockets hues={huesOf('inputs')} from={-2} to={12} />
      <Sockets hues={huesOf('outputs')} from={58} to={44} />
      <rect className="tile-body" x="12" y="10" width="32" height="36" rx="7" />
      <text className="tile-letters" x="28" y="28" dy=".36em" textAnchor="middle">
        {lettersOf(name)}
      </text>
      <Dots hues={huesOf('inputs')} x={12} />
      <Dots hues={huesOf('outputs')} x={44} />
    </svg>
  )
}

/** The height of one of some sockets. */
const heightOf = (place: number, count: number) => 28 + (place - (count - 1) / 2) * 10

function Sockets({ hues, from, to }: { hues: readonly string[]; from: number; to: number }) {
  return hues.map((hue, place) => {
    const [near, far] = [heightOf(place, hues.length), 28 + (heightOf(place, hues.length) - 28) * 1.6]
    const middle = (from + to) / 2
    return (
      <path
        // biome-ignore lint/suspicious/noArrayIndexKey: sockets are known by their place alone
        key={place}
        className={`${hue} sketch-cable`}
        d={`M${from} ${far}C${middle} ${far} ${middle} ${near} ${to} ${near}`}
      />
    )
  })
}

function Dots({ hues, x }: { hues: readonly string[]; x: number }) {
  return hues.map((hue, place) => (
    <circle
      // biome-ignore lint/suspicious/noArrayIndexKey: sockets are known by their place alone
      key={place}
      className={`${hue} sketch-dot`}
      cx={x}
      cy={heightOf(place, hues.length)}
      r="3"
    />
  ))
}

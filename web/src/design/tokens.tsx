import { Icon, type IconName, iconNames } from '../ground/ui/icon.tsx'
import { Sample, Samples } from './sample.tsx'

const colors = [
  ...['canvas', 'surface', 'raised', 'sunken', 'chosen', 'line', 'edge', 'ink', 'muted'],
  ...['accent', 'accent-strong', 'accent-soft', 'flow', 'flow-strong', 'flow-soft'],
  ...['warn', 'warn-soft', 'danger', 'danger-soft', 'info', 'info-soft'],
].map((name) => ({ name, variable: `--color-${name}` }))
const sockets = [
  ...['image', 'mask', 'latent', 'model', 'clip', 'vae', 'conditioning', 'number', 'text', 'other'],
].map((name) => ({ name, variable: `--socket-${name}` }))
const sizes = [
  ...['text-2xs', 'text-xs', 'text-sm', 'text-md', 'text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl'],
  'text-hero',
]
const elevations = ['shadow-card', 'shadow-raised', 'shadow-float']
const radii = ['rounded-sm', 'rounded-md', 'rounded-lg', 'rounded-xl']

/** Colors, type, elevation and icons, as `tokens.css` defines them. */
export function Tokens() {
  return (
    <Samples id="tokens" name="Tokens">
      <Sample of="colors">
        {colors.map((color) => (
          <Swatch key={color.name} {...color} />
        ))}
      </Sample>
      <Sample of="sockets">
        {sockets.map((color) => (
          <Swatch key={color.name} {...color} />
        ))}
      </Sample>
      <Sample of="type">
        <ul className="grid min-w-0 gap-1">
          {sizes.map((size) => (
            <li key={size} className={`${size} truncate ${/[23x]xl|hero/.test(size) ? 'font-display' : ''}`}>
              {size.slice(5)} · Packs, nodes and 0123456789
            </li>
          ))}
        </ul>
      </Sample>
      <Sample of="elevation and corners">
        {elevations.map((name, place) => (
          <span
            key={name}
            className={`grid h-20 w-36 place-items-center bg-raised text-xs ${name} ${radii[place]}`}
          >
            {name}
          </span>
        ))}
      </Sample>
      <Sample of="icons">
        {iconNames.map((name: IconName) => (
          <span key={name} className="grid w-18 justify-items-center gap-1 text-2xs text-muted">
            <Icon name={name} className="size-6 text-ink" />
            {name}
          </span>
        ))}
      </Sample>
    </Samples>
  )
}

function Swatch({ name, variable }: { name: string; variable: string }) {
  return (
    <span className="grid w-24 gap-1 text-2xs text-muted">
      <svg aria-hidden="true" viewBox="0 0 96 40" className="w-full rounded-md border border-line">
        <rect width="96" height="40" fill={`var(${variable})`} />
      </svg>
      {name}
    </span>
  )
}

import { Icon } from './icon.tsx'

/** Shows in a summary that something unfolds, and points down once it has. */
export function FoldMark({ className = 'size-4' }: { className?: string }) {
  return <Icon name="next" className={`fold-mark ${className}`} />
}

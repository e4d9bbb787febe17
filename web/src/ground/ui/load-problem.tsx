import { useText } from '../site/site.ts'
import { Button } from './button.tsx'
import { RefusalNote } from './refusal-note.tsx'

/** Replaces content that failed to load. */
export function LoadProblem({ problem, retry }: { problem: unknown; retry(): void }) {
  const t = useText('forms')
  return (
    <RefusalNote problem={problem}>
      <Button className="justify-self-start" onClick={retry}>
        {t('try_again')}
      </Button>
    </RefusalNote>
  )
}

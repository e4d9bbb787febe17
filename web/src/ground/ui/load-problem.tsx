import { useText } from '../site/site.ts'
import { Button } from './button.tsx'
import { RefusalNote } from './refusal-note.tsx'

/** In place of what could not be read. */
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

import { LoadProblem } from './load-problem.tsx'
import { Spinner } from './spinner.tsx'

/** Stands for content that is still loading, or that failed to load. */
export function Loading({ error, retry }: { error: unknown; retry(): unknown }) {
  return error ? <LoadProblem problem={error} retry={() => void retry()} /> : <Spinner />
}

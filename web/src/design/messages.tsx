import { useHydrated } from '../ground/ui/hydrated.ts'
import { LoadProblem } from '../ground/ui/load-problem.tsx'
import { Notice } from '../ground/ui/notice.tsx'
import { ProblemBox } from '../ground/ui/problem-box.tsx'
import { NothingHere } from '../ground/ui/section.tsx'
import { Spinner } from '../ground/ui/spinner.tsx'
import { ToastList } from '../ground/ui/toast-list.tsx'
import { Sample, Samples } from './sample.tsx'

const tones = ['good', 'info', 'warn', 'danger'] as const
const toasts = (['success', 'failure', 'info'] as const).map((tone, id) => ({
  ...{ id, tone },
  text: `A message of the kind “${tone}”.`,
}))

/** Messages about results and failures. */
export function Messages() {
  const isHydrated = useHydrated()
  return (
    <Samples id="messages" name="Messages">
      {tones.map((tone) => (
        <Sample key={tone} of={`notice: ${tone}`}>
          <div className="w-full">
            <Notice tone={tone} title="Two packs need different versions of NumPy">
              Choose an earlier version of one of them.
            </Notice>
          </div>
        </Sample>
      ))}
      <Sample of="problem">
        <ProblemBox text="Too many requests. Wait a minute, then try again." />
      </Sample>
      <Sample of="failed to load">
        <LoadProblem problem={new TypeError()} retry={() => {}} />
      </Sample>
      <Sample of="loading">
        <Spinner label="Loading" />
      </Sample>
      <Sample of="empty">
        <div className="w-full">
          <NothingHere icon="package">No packs yet.</NothingHere>
        </div>
      </Sample>
      <Sample of="toasts, in a corner of the window">{isHydrated && <ToastList toasts={toasts} />}</Sample>
    </Samples>
  )
}

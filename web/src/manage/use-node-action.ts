import { useSite } from '../site.ts'
import { type Action, useAction } from '../ui/use-action.ts'

/** One change of a node at a time: what is shown of it is read again, because it has other addresses, too. */
export function useNodeAction(nodeId: string): Action {
  const { queries } = useSite()
  const action = useAction()
  return {
    ...action,
    async run(call, success) {
      const isDone = await action.run(call, success)
      if (isDone) void queries.invalidateQueries({ queryKey: ['nodes', nodeId] })
      return isDone
    },
  }
}

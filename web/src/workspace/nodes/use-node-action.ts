import { useSite } from '../../ground/site/site.ts'
import { type Action, useAction } from '../../ground/ui/use-action.ts'

/** Runs one change of a node at a time and invalidates the node, which other addresses show too. */
export function useNodeAction(nodeId: string): Action {
  const { queries } = useSite()
  const action = useAction()
  return {
    ...action,
    run: (call, success) =>
      action.run(async () => {
        await call()
        void queries.invalidateQueries({ queryKey: ['nodes', nodeId] })
      }, success),
  }
}

import { useSite } from '../../ground/site/site.ts'
import { type Action, useAction } from '../../ground/ui/use-action.ts'

/** One change of a node at a time: what is shown of it is read again, because it has other addresses, too. */
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

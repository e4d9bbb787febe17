let handed: File | string | undefined

/** Keeps a workflow for the page that the reader is about to see. */
export function handOver(workflow: File | string): void {
  handed = workflow
}

/** Takes the workflow that was handed over, once. */
export function takeHandedOver(): File | string | undefined {
  const workflow = handed
  handed = undefined
  return workflow
}

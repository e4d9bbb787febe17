/** The work of an inspection on a file. Reading includes the short work after it, such as decoding. */
export type Stage = 'read' | 'parse' | 'evaluate' | 'follow' | 'search'

/** Called when an inspection turns to a file: until the next call, its work is for that file. */
export type OnFile = (path: string, stage: Stage) => void

export const ignoreFiles: OnFile = () => {}

/**
 * Forwards only calls that change the file or the stage, so that callers can report as often as they like.
 */
export function onChange(onFile: OnFile): OnFile {
  let current: { path: string; stage: Stage } | undefined
  return (path, stage) => {
    if (current?.path === path && current.stage === stage) return
    current = { path, stage }
    onFile(path, stage)
  }
}

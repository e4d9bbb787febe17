/** A stand-in for the front end's `app`: what extensions register, and a graph that a test sets. */
export const app = {
  extensions: [],
  graph: { nodes: [] },
  toasts: [],
  extensionManager: { toast: { add: (toast) => app.toasts.push(toast) } },
  registerExtension(extension) {
    this.extensions.push(extension)
  },
  /** Like opening a workflow with comfy-nodes that are not installed. */
  async loadGraph(nodes, missing) {
    this.graph = { nodes }
    for (const one of this.extensions) await one.afterConfigureGraph?.(missing, this)
  },
  run(id) {
    return this.extensions
      .flatMap(({ commands = [] }) => commands)
      .find((one) => one.id === id)
      ?.function()
  },
}
window.app = app

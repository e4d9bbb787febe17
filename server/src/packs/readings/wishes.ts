/** Counts how often workflows asked for nodes, so that the most wanted repositories are read first. */
export class Wishes {
  #counts = new Map<string, number>()

  /** More nodes than are asked for in an hour; further ones are not counted. */
  static readonly most = 10_000

  note(nodeIds: Iterable<string>): void {
    for (const id of nodeIds) {
      const count = this.#counts.get(id)
      if (count !== undefined || this.#counts.size < Wishes.most) this.#counts.set(id, (count ?? 0) + 1)
    }
  }

  /** Removes and returns what was counted. */
  take(): { nodeId: string; count: number }[] {
    const taken = [...this.#counts].map(([nodeId, count]) => ({ nodeId, count }))
    this.#counts = new Map()
    return taken
  }
}

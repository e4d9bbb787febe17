/** Counts the steps of one computation over all its phases, about 0.2 microseconds each. */
export class Budget {
  left: number
  constructor(steps: number) {
    this.left = steps
  }

  get isUsedUp(): boolean {
    return this.left <= 0
  }

  spend(steps: number): void {
    this.left -= steps
  }

  useUp(): void {
    this.left = Math.min(this.left, 0)
  }
}

export interface Series {
  points: { hours: number; value: number }[]
}

export interface Growth {
  /** The means of the first and the last tenth of the time after the warm-up. */
  first: number
  last: number
  mean: number
  /** The growth over that time along a linear fit, which ignores fluctuations. */
  growth: number
}

const warmUpShare = 1 / 3

/** Measures the growth of a series after the warm-up. */
export function growthOf({ points }: Series): Growth {
  const after = points.slice(Math.floor(points.length * warmUpShare))
  const values = after.map(({ value }) => value)
  const tenth = Math.max(1, Math.floor(values.length / 10))
  const mean = meanOf(values)
  const middle = meanOf(after.map(({ hours }) => hours))
  const spread = after.reduce((sum, { hours }) => sum + (hours - middle) ** 2, 0)
  const together = after.reduce((sum, { hours, value }) => sum + (hours - middle) * (value - mean), 0)
  const span = (after.at(-1)?.hours ?? 0) - (after[0]?.hours ?? 0)
  return {
    first: meanOf(values.slice(0, tenth)),
    last: meanOf(values.slice(-tenth)),
    mean,
    growth: spread === 0 ? 0 : (together / spread) * span,
  }
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

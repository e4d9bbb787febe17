/** Lengths that durations are read in, in seconds. */
const timeUnits = [86_400, 3600, 60, 1]
const roundSteps = [1, 2, 5, 10]

/** Ticks of an axis from 0 in two equal steps to a round number that is not below the highest value. */
export function axisOf(highest: number, isTime = false): [number, number, number] {
  const unit = isTime ? (timeUnits.find((length) => highest >= length) ?? 1) : 1
  const half = roundUp(highest / unit / 2)
  return [0, half * unit, 2 * half * unit]
}

/** Rounds up to 1, 2 or 5 times a power of ten, and to 1 at least. */
function roundUp(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return power * (roundSteps.find((step) => step * power >= value) ?? 10)
}

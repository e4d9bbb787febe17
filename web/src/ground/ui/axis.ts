/** Lengths that durations are read in, in seconds. */
const timeUnits = [86_400, 3600, 60, 1]
const roundSteps = [1, 2, 5, 10]
/** Steps that are whole only from ten on. */
const finerSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Ticks of an axis from 0 in two equal steps to a round number that is not below the highest value. */
export function axisOf(highest: number, isTime = false): [number, number, number] {
  const unit = isTime ? (timeUnits.find((length) => highest >= length) ?? 1) : 1
  const half = roundUp(highest / unit / 2)
  return [0, half * unit, 2 * half * unit]
}

/** Rounds up to a round whole number, and to 1 at least. */
function roundUp(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const steps = power >= 10 ? finerSteps : roundSteps
  return power * (steps.find((step) => step * power >= value) ?? 10)
}

/**
 * Returns the numbers of nodes to measure, the smaller one first: from `BENCH_NODES`, such as `6000,60000`,
 * or these defaults.
 */
export function sizesOf(small: number, large: number): [small: number, large: number] {
  const said = process.env['BENCH_NODES']
  if (!said) return [small, large]
  const [first = 0, second = first] = said.split(',').map(Number)
  if (![first, second].every((nodes) => Number.isInteger(nodes) && nodes > 0))
    throw new Error('BENCH_NODES: one or two whole numbers of nodes, such as 6000,60000')
  return [first, second]
}

/** Python's own way out: a `raise`, an import of something that is not there, a file that is missing. */
export class PythonError extends Error {
  override name = 'PythonError'
}

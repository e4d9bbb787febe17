/** Python's own way out: a `raise`, an import of something that is not there, a file that is missing. */
export class PythonError extends Error {
  override name = 'PythonError'
}

/** A file that Python cannot load, and so nothing that imports it. */
export class PythonSyntaxError extends PythonError {
  override name = 'PythonSyntaxError'
}

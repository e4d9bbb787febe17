/** An error of Python itself: a `raise`, an import of a missing module, a missing file. */
export class PythonError extends Error {
  override name = 'PythonError'
}

/** Python cannot load a file, and neither can any file that imports it. */
export class PythonSyntaxError extends PythonError {
  override name = 'PythonSyntaxError'
}

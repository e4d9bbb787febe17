/** Cache tag of responses made from the slice of the Python package index. */
export const pythonIndexTag = 'python-index'

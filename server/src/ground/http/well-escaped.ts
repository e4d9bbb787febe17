/** Escapes percent signs that do not start a valid UTF-8 escape, so that the URL part can be decoded. */
export function wellEscaped(piece: string): string {
  const repaired = piece.replace(/%(?![0-9a-f]{2})/gi, '%25')
  try {
    decodeURIComponent(repaired)
    return repaired
  } catch {
    return piece.replaceAll('%', '%25')
  }
}

/** A piece of an address that can be decoded: a percent sign that begins no escape, or none of UTF-8, stands for itself. */
export function wellEscaped(piece: string): string {
  const repaired = piece.replace(/%(?![0-9a-f]{2})/gi, '%25')
  try {
    decodeURIComponent(repaired)
    return repaired
  } catch {
    return piece.replaceAll('%', '%25')
  }
}

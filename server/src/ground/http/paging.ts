/** A page of a list as it is served: see {@link PageQuery} of the contract. */
export interface Page {
  page: number
  limit: number
}

/**
 * Replaces a limit below 1 by the default, and lowers one above the maximum to it. Source: API contract 30.1,
 * 30.2.
 */
export function servedPage(
  { page = 1, limit = 0 }: { page?: number | undefined; limit?: number | undefined },
  limits: { default: number; max: number },
): Page {
  return {
    page: Math.max(1, page),
    limit: limit < 1 ? limits.default : Math.min(limit, limits.max),
  }
}

/** Returns the number of pages for the limit that was served; 0 for an empty list. */
export function totalPages(total: number, limit: number): number {
  return Math.ceil(total / limit)
}

export function offsetOf({ page, limit }: Page): number {
  return (page - 1) * limit
}

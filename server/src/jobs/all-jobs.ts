import type { Job } from './job.ts'

/** Every kind of stored work. A job that is not in this list is never run. */
export const allJobs: readonly Job<never>[] = []

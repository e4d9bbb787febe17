import type { HeadersOf, InputOf, ResponseOf, Route } from './route.ts'

/** One call of a route with its response, for readers of the API description. A test runs each of them. */
export interface Example<R extends Route = Route> {
  readonly route: R
  /** Path parameters, query and body. */
  readonly input: InputOf<R>
  readonly headers: HeadersOf<R>
  /** Undefined when the response has no body. */
  readonly answer: ResponseOf<R> | undefined
}

type Empty = Record<never, never>

/** Declares one example of a route. */
export function example<R extends Route>(
  route: R,
  parts: (Empty extends InputOf<R> ? { input?: InputOf<R> } : { input: InputOf<R> }) &
    (Empty extends HeadersOf<R> ? { headers?: HeadersOf<R> } : { headers: HeadersOf<R> }) &
    (ResponseOf<R> extends null ? { answer?: undefined } : { answer: ResponseOf<R> }),
): Example {
  const { input = {}, headers = {}, answer } = parts as Partial<Example>
  return { route, input, headers, answer } as Example
}

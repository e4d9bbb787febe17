import type { World } from './world.ts'

export interface IdentityAnswer {
  status: number
  /** Google's error code without its message. */
  code: string
  message: string
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is what it asserts.
  body: any
}

/** Calls the identity protocol as the browser's client does. */
export class IdentityClient {
  readonly #world: World
  readonly #headers: Record<string, string>
  readonly #ip: string

  constructor(world: World, { headers = {}, ip = '127.0.0.1' } = {}) {
    this.#world = world
    this.#headers = headers
    this.#ip = ip
  }

  /** Method names are `accounts:signUp`, `v2/accounts/mfaSignIn:start`, … */
  post(name: string, body: object): Promise<IdentityAnswer> {
    const path = name.startsWith('v2/') ? name : `v1/${name}`
    return this.#send('POST', `/identitytoolkit.googleapis.com/${path}`, JSON.stringify(body))
  }

  get(name: string): Promise<IdentityAnswer> {
    return this.#send('GET', `/identitytoolkit.googleapis.com/${name}`)
  }

  refresh(refreshToken: string): Promise<IdentityAnswer> {
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
    return this.#send(
      'POST',
      '/securetoken.googleapis.com/v1/token',
      form.toString(),
      'application/x-www-form-urlencoded',
    )
  }

  async #send(
    method: 'GET' | 'POST',
    path: string,
    payload?: string,
    type = 'application/json',
  ): Promise<IdentityAnswer> {
    const answer = await this.#world.inject({
      method,
      url: `${path}?key=nodeyard-embedded`,
      remoteAddress: this.#ip,
      headers: { ...(payload === undefined ? {} : { 'content-type': type }), ...this.#headers },
      ...(payload === undefined ? {} : { payload }),
    })
    const body = answer.body === '' ? {} : answer.json()
    const message: string = body.error?.message ?? ''
    return { status: answer.statusCode, code: message.split(' : ')[0] ?? '', message, body }
  }
}

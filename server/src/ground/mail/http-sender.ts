import type { MessageSender } from './mailer.ts'

const timeoutMs = 20_000

/** Sends text messages through the operator's gateway, with one JSON POST per message. */
export function httpSender({ url, token }: { url: string; token: string }): MessageSender {
  return {
    async send({ to, text }) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify({ to, text }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`The gateway for text messages responded with ${answer.status}.`)
    },
  }
}

import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'

const timeoutMs = 20_000

/** Mail by the operator's server, as `smtps://user:password@host:port`. */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A text of ours never names a file or an address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html, unsubscribe }) {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        ...(unsubscribe === undefined ? {} : { headers: unsubscribeHeaders(unsubscribe) }),
      })
    },
  }
}

/** Source: RFC 8058. */
const unsubscribeHeaders = (address: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${address}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

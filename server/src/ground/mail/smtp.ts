import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'

const timeoutMs = 20_000

/** Sends mail through the operator's server, configured as `smtps://user:password@host:port`. */
export function smtpMailer({ url, from }: { url: string; from: string }): Required<Mailer> {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // The registry's texts never name a file or a URL to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async check() {
      await transport.verify()
    },
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

export interface Mail {
  to: string
  subject: string
  text: string
  /** The same content for programs that show HTML. */
  html?: string
  /** The URL whose POST ends mail of this kind without a sign-in. Source: RFC 8058. */
  unsubscribe?: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
  /** Rejects if the mail server cannot be reached or refuses the login. Sends nothing. */
  check?(): Promise<void>
}

export interface TextMessage {
  /** In E.164: `+33612345678`. */
  to: string
  text: string
}

export interface MessageSender {
  send(message: TextMessage): Promise<void>
}

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
}

export interface TextMessage {
  /** In E.164: `+33612345678`. */
  to: string
  text: string
}

export interface MessageSender {
  send(message: TextMessage): Promise<void>
}

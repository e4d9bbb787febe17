import { directionOf, type Locale } from '@nodeyard/contract/ground'
import { heldGroups } from '@nodeyard/contract/packs'
import { fixedKinds } from '@nodeyard/contract/services'
import type { Mail } from '../../ground/mail/mailer.ts'
import { pageIn } from '../../ground/mail/page-in.ts'
import type { Line } from './letters.ts'
import { heldTexts, texts } from './texts.ts'

interface Site {
  siteUrl: string
  productName: string
}

/** A mail shows at most this many lines, and the number of the others. */
export const maxLines = 30

/** Builds a mail about one or more events, as plain text and HTML. */
export function mailOf(
  site: Site,
  letter: {
    to: string
    locale: Locale
    lines: readonly Line[]
    /** The unsubscribe link; omitted for mail that users cannot stop. */
    stopLink?: string
  },
): Mail {
  const { locale, stopLink } = letter
  const say = texts[locale]
  const [first] = letter.lines
  if (!first) throw new Error('A mail needs at least one line.')
  const news = letter.lines.every(({ kind }) => fixedKinds.includes(kind)) ? say['security-news'] : say.news
  const headline = letter.lines.length === 1 ? textOf(locale, first) : news
  const blocks = letter.lines.slice(0, maxLines).map((line) => ({
    title: textOf(locale, line),
    details: detailsOf(locale, line),
    link: pageIn(locale, site, line.facts['path'] ?? '/'),
  }))
  const hidden = letter.lines.length - blocks.length
  const notes = [
    ...(hidden > 0 ? [fill(say.more, { count: String(hidden) })] : []),
    fill(letter.lines.every(({ kind }) => kind === 'follows') ? say['why-followed'] : say.why, {
      product: site.productName,
    }),
  ]
  const links = [
    { text: say.settings, link: pageIn(locale, site, '/account') },
    ...(stopLink ? [{ text: say.stop, link: stopLink }] : []),
  ]
  return {
    to: letter.to,
    subject: plainLine(`${site.productName}: ${headline}`),
    text: asText({ blocks, notes, links }),
    html: asHtml(locale, { title: headline, blocks, notes, links }),
    ...(stopLink ? { unsubscribe: stopLink } : {}),
  }
}

/** Builds the mail with an invitation. The recipient may not be a user. */
export function invitationMail(
  site: Site,
  letter: { to: string; locale: Locale; publisherId: string; link: string; until: Date },
): Mail {
  const { locale, publisherId: publisher, link } = letter
  const say = texts[locale]
  const values = isolated({ publisher, product: site.productName, date: dayIn(locale, letter.until) })
  const title = fill(say.invitation, values)
  const blocks = [{ title: fill(say['invitation-body'], values), details: [], link }]
  const notes = [fill(say['invitation-ignore'], values)]
  return {
    to: letter.to,
    subject: plainLine(`${site.productName}: ${title}`),
    text: asText({ blocks, notes, links: [] }),
    html: asHtml(locale, { title, blocks, notes, links: [] }),
  }
}

interface Content {
  blocks: { title: string; details: string[]; link: string }[]
  notes: string[]
  links: { text: string; link: string }[]
}

const textOf = (locale: Locale, { letter, facts }: Line) =>
  fill(texts[locale][letter], valuesOf(locale, facts))

function detailsOf(locale: Locale, { letter, kind, facts }: Line): string[] {
  const say = texts[locale]
  const values = valuesOf(locale, facts)
  return [
    ...(facts['held'] ? [heldText(locale, facts['held'].split(' '))] : []),
    ...(facts['count'] ? [fill(say.findings, values)] : []),
    ...(facts['reason'] ? [fill(say.reason, values)] : []),
    ...(facts['name'] ? [fill(say.name, values)] : []),
    ...(facts['address'] ? [fill(say.address, values)] : []),
    ...(kind === 'security' && letter !== 'publisher-unbanned' ? [say['not-you']] : []),
  ]
}

function heldText(locale: Locale, groups: readonly string[]): string {
  const say = heldTexts[locale]
  const list = heldGroups.filter((group) => groups.includes(group)).map((group) => say[`held_for_${group}`])
  return fill(say.held, { list: new Intl.ListFormat(locale).format(list) })
}

function valuesOf(locale: Locale, facts: Record<string, string>): Record<string, string> {
  const { date, ...others } = facts
  return { ...isolated(others), ...(date ? { date: dayIn(locale, new Date(date)) } : {}) }
}

/**
 * Isolates values, so that they keep their direction within the sentence (Unicode's first strong isolate). Ids, versions and numbers
 * need no marks, and readers copy them.
 */
const isolated = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      /^[\w@./-]*$/.test(value) ? value : `\u2068${value}\u2069`,
    ]),
  )

const dayIn = (locale: Locale, date: Date) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date)

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** Removes direction marks from subjects, because some mail programs show them as boxes. */
const plainLine = (text: string) =>
  text
    .replace(/[\u2068\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .slice(0, 200)

function asText({ blocks, notes, links }: Content): string {
  const parts = [
    ...blocks.map(({ title, details, link }) => [title, ...details, link].join('\n')),
    '-- ',
    ...notes,
    ...links.map(({ text, link }) => `${text}\n${link}`),
  ]
  return `${parts.join('\n\n').replace('-- \n\n', '-- \n')}\n`
}

function asHtml(locale: Locale, { title, blocks, notes, links }: Content & { title: string }): string {
  const list = blocks.map(
    (block) =>
      `<div style="margin:0 0 20px"><p style="margin:0 0 4px;font-weight:600"><a href="${escaped(block.link)}" style="color:#0b57d0">${escaped(block.title)}</a></p>${block.details
        .map((detail) => `<p style="margin:0 0 4px;white-space:pre-line">${escaped(detail)}</p>`)
        .join('')}</div>`,
  )
  const foot = [
    ...notes.map((note) => `<p style="margin:0 0 4px">${escaped(note)}</p>`),
    ...links.map(
      ({ text, link }) =>
        `<p style="margin:0 0 4px"><a href="${escaped(link)}" style="color:#5f6368">${escaped(text)}</a></p>`,
    ),
  ]
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>
<body dir="${directionOf(locale)}" style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:40rem;margin:0 auto;padding:24px;text-align:start">
${list.join('\n')}
<div style="border-top:1px solid #9994;padding-top:12px;font-size:13px;color:#5f6368">
${foot.join('\n')}
</div>
</body>
</html>
`
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

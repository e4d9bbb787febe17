import { versionNumberPattern } from '@nodeyard/contract/ground'
import type { Advisory, AdvisoryFields, AdvisoryRange, AdvisorySeverity } from '@nodeyard/contract/safety'

/** Form values of an advisory; lists have one entry per line. */
export interface AdvisoryText {
  [field: string]: string | boolean
  node_id: string
  severity: AdvisorySeverity
  title: string
  details: string
  remedy: string
  targets: string
  archives: string
  files: string
  aliases: string
  references: string
  refuses: boolean
}

export const emptyAdvisory: AdvisoryText = {
  node_id: '',
  severity: 'high',
  title: '',
  details: '',
  remedy: '',
  targets: '',
  archives: '',
  files: '',
  aliases: '',
  references: '',
  refuses: true,
}

export function toText(advisory: Advisory): AdvisoryText {
  const { node_id, severity, title, details, remedy } = advisory
  return {
    node_id,
    severity,
    title,
    details,
    remedy,
    targets: [...advisory.versions, ...advisory.ranges.map(rangeToLine)].join('\n'),
    archives: advisory.archive_digests.join('\n'),
    files: advisory.file_digests.join('\n'),
    aliases: advisory.aliases.join('\n'),
    references: advisory.references.join('\n'),
    refuses: advisory.refuses_installs,
  }
}

/** Parses the form values, or returns the first invalid line. */
export function fromText(text: AdvisoryText): AdvisoryFields | { wrong: string } {
  const versions: string[] = []
  const ranges: AdvisoryRange[] = []
  for (const line of linesOf(text.targets)) {
    const range = lineToRange(line)
    if (isVersion(line)) versions.push(line)
    else if (range) ranges.push(range)
    else return { wrong: line }
  }
  const digests = [...linesOf(text.archives), ...linesOf(text.files)]
  const addresses = linesOf(text.references)
  const wrong =
    digests.find((line) => !/^[0-9a-f]{64}$/i.test(line)) ??
    linesOf(text.aliases).find((line) => !/^[A-Za-z0-9][\w.:-]*$/.test(line)) ??
    addresses.find((line) => !/^https?:\/\/[^\s"<>\\]+$/.test(line))
  if (wrong !== undefined) return { wrong }
  return {
    severity: text.severity,
    title: text.title.trim(),
    details: text.details,
    remedy: text.remedy,
    aliases: linesOf(text.aliases),
    references: addresses,
    refuses_installs: text.refuses,
    versions: [...new Set(versions)],
    ranges,
    archive_digests: linesOf(text.archives.toLowerCase()),
    file_digests: linesOf(text.files.toLowerCase()),
  }
}

const linesOf = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

const number = versionNumberPattern.slice(1, -1).replaceAll('(', '(?:')
const rangeLine = new RegExp(`^>=\\s*(${number})(?:[\\s,]+(<=?)\\s*(${number}))?$`)
const versionLine = new RegExp(`^${number}$`)

const isVersion = (line: string) => versionLine.test(line)

/** Parses `>=1.0.0`, `>=1.0.0 <1.2.0` or `>=1.0.0 <=1.1.9`. */
function lineToRange(line: string): AdvisoryRange | undefined {
  const [, introduced, sign, end] = rangeLine.exec(line) ?? []
  if (introduced === undefined) return undefined
  if (end === undefined) return { introduced }
  return sign === '<' ? { introduced, fixed: end } : { introduced, last_affected: end }
}

export function rangeToLine({ introduced, fixed, last_affected }: AdvisoryRange): string {
  return [`>=${introduced}`, fixed && `<${fixed}`, last_affected && `<=${last_affected}`]
    .filter(Boolean)
    .join(' ')
}

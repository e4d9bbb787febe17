/** Sentences for the publisher: the fault and its remedy. */
const sentences = {
  not_a_zip: 'This file is not a zip archive. Upload the archive itself, packed with deflate.',
  no_files: 'The archive has no files. Pack the files of the folder.',
  truncated: 'The archive ends too early: part of it is missing. Pack and upload it again.',
  too_large: 'The archive is larger than allowed. Leave out models and other large files.',
  unpacked_too_large: 'The unpacked files are larger than allowed. Leave out models and other large files.',
  too_many_entries: 'The archive holds more files than allowed. Leave out generated files.',
  directory_too_large:
    'The archive’s table of contents is larger than allowed. Use fewer files or shorter names.',
  ratio_too_high: 'The data shrinks more than any honest pack does. Leave out padding and generated data.',
  comment_too_long: 'A comment in the archive is longer than allowed. Pack it without comments.',
  name_too_long: 'A name in the archive is longer than allowed. Shorten it.',
  too_deep: 'A file lies in more nested folders than allowed. Move it up.',
  name_empty: 'An entry has no name. Pack the archive again with another tool.',
  name_not_utf8: 'A name is not valid UTF-8. Rename the file or pack with a tool that writes UTF-8 names.',
  name_control_character: 'A name holds a control character. Rename the file.',
  name_backslash: 'A name holds a backslash. Pack with forward slashes between folders.',
  name_unclear: 'A name has an empty or “.” part. Pack paths relative to the pack’s folder, without “./”.',
  name_ending:
    'A file or folder has a name that ends in a dot or a blank, which Windows drops. Rename it without them.',
  name_character:
    'A name holds one of the characters < > : " | ? *, which Windows does not allow in names. Rename the file.',
  name_device:
    'A file or folder is named like a device of Windows (such as CON, AUX, NUL or COM1). Rename it.',
  path_traversal: 'A name leads out of the pack’s folder with “..”. Pack paths inside the folder only.',
  path_absolute: 'A name is an absolute path. Pack paths relative to the pack’s folder.',
  path_drive: 'A name starts with a drive letter. Pack paths relative to the pack’s folder.',
  symbolic_link: 'The archive holds a symbolic link. Replace it by the file it points to.',
  special_file: 'The archive holds something that is neither a file nor a folder. Leave it out.',
  special_mode: 'A file would run with its owner’s rights (set-user or set-group bit). Remove that mode.',
  folder_with_data: 'An entry is named like a folder but carries data. Pack the archive again.',
  encrypted: 'An entry is encrypted. Pack without a password.',
  unknown_method: 'An entry uses a compression method other than stored and deflate. Pack with deflate.',
  unsupported_feature: 'An entry uses a zip feature that installers do not know. Pack with deflate only.',
  duplicate_name: 'Two entries have the same name. Pack every file once.',
  name_clash: 'Two names are the same on some systems (case or accents). Rename one of them.',
  file_used_as_folder: 'A name is both a file and a folder. Rename one of them.',
  multi_disk: 'The archive is split over several disks. Pack it as one file.',
  zip64_invalid: 'The archive’s large-file (zip64) records are wrong. Pack it again.',
  directory_invalid: 'The archive’s table of contents is damaged. Pack it again.',
  header_invalid: 'An entry’s header is damaged or missing. Pack the archive again.',
  header_mismatch: 'An entry’s header and the table of contents disagree. Pack the archive again.',
  overlapping_entries: 'Entries overlap each other. Pack the archive again.',
  hidden_data: 'The archive has bytes that belong to no entry. Pack it again, without anything added.',
  leading_data: 'The archive has bytes before its first entry. Upload the plain zip file.',
  trailing_data: 'The archive has bytes after its end. Upload the plain zip file.',
  ambiguous_end: 'The archive has more than one end record. Pack it again.',
  data_invalid: 'The compressed data of an entry is damaged. Pack the archive again.',
  size_mismatch: 'An entry unpacks to another size than announced. Pack the archive again.',
  checksum_mismatch: 'An entry’s checksum (CRC-32) is wrong. Pack the archive again.',
  file_too_large: 'A file is larger than the reader may take.',
} as const

export type RefusalCode = keyof typeof sentences

export const isRefusalCode = (code: unknown): code is RefusalCode =>
  typeof code === 'string' && Object.hasOwn(sentences, code)

interface RefusalDetails {
  /** Path of the entry, as far as it is readable. */
  path?: string
  limit?: number
  actual?: number
  /** Details for logs. */
  detail?: string
}

/** The archive is refused. The code is stable, the message is for the publisher. */
export class ArchiveRefusal extends Error {
  override name = 'ArchiveRefusal'
  readonly code: RefusalCode
  readonly path: string | undefined
  readonly limit: number | undefined
  readonly actual: number | undefined

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(sentence(code, details))
    this.code = code
    this.path = details.path
    this.limit = details.limit
    this.actual = details.actual
  }
}

function sentence(code: RefusalCode, { path, limit, actual, detail }: RefusalDetails): string {
  const facts: string[] = []
  if (path !== undefined) facts.push(`entry ${JSON.stringify(path.slice(0, 200))}`)
  if (detail !== undefined) facts.push(detail)
  if (actual !== undefined) facts.push(`found ${actual}`)
  if (limit !== undefined) facts.push(`limit ${limit}`)
  return facts.length === 0 ? sentences[code] : `${sentences[code]} (${facts.join(', ')})`
}

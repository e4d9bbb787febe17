import { parseLicence } from '../../public/nodes/licence.ts'

/** Returns a license as users read and edit it, without the original format. */
export function licenseText(sent: string | undefined): string {
  const licence = parseLicence(sent)
  switch (licence.kind) {
    case 'text':
      return licence.text
    case 'file':
      return licence.file
    case 'none':
      return ''
  }
}

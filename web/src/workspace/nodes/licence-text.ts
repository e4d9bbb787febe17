import { parseLicence } from '../../public/nodes/licence.ts'

/** What people read of a licence as it was sent, and may write in its place. */
export function licenceText(sent: string | undefined): string {
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

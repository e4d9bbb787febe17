// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { siteOf, withSite } from '../site/site.test-support.tsx'
import { useAction } from '../ui/use-action.ts'
import { PictureField } from './picture-field.tsx'

afterEach(cleanup)

const sent: string[] = []

function Page({ isUploaded = false, isReadOnly = false }) {
  return (
    <PictureField
      label="Icon"
      hint="Square."
      picture={undefined}
      shape="square"
      isUploaded={isUploaded}
      isReadOnly={isReadOnly}
      action={useAction()}
      upload={async (data) => sent.push(data)}
      remove={async () => sent.push('removed')}
    >
      <p>address</p>
    </PictureField>
  )
}

const open = (page = <Page />) => {
  sent.length = 0
  render(
    withSite(
      siteOf('ada', () => ({})),
      page,
    ),
  )
}
const field = () => screen.getByLabelText<HTMLInputElement>('Choose image')
const choose = (file: File) => fireEvent.change(field(), { target: { files: [file] } })

describe('a field for a picture', () => {
  it('uploads a chosen file and a dropped one in base64', async () => {
    open()
    choose(new File(['abc'], 'a.png', { type: 'image/png' }))
    await waitFor(() => expect(sent).toEqual(['YWJj']))
    const dropped = new File(['xyz'], 'b.png', { type: 'image/png' })
    fireEvent.drop(screen.getByText('Choose image'), { dataTransfer: { files: [dropped] } })
    await waitFor(() => expect(sent).toEqual(['YWJj', 'eHl6']))
  })

  it('says what is wrong with drawings and large files without sending them', () => {
    open()
    choose(new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }))
    expect(screen.getByRole('alert').textContent).toMatch(/SVG/)
    choose(new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }))
    expect(screen.getByRole('alert').textContent).toMatch(/2 MB/)
    expect(sent).toEqual([])
  })

  it('removes an uploaded picture, which hides the address', async () => {
    open(<Page isUploaded />)
    expect(screen.queryByText('address')).toBeNull()
    fireEvent.click(screen.getByText('Remove'))
    await waitFor(() => expect(sent).toEqual(['removed']))
  })

  it('changes nothing for readers', () => {
    open(<Page isReadOnly />)
    expect(screen.queryByText('Choose image')).toBeNull()
    expect(screen.getByText('address')).toBeTruthy()
  })
})

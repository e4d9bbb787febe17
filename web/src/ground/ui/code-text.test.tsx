// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CodeText } from './code-text.tsx'

const shown = (text: string) =>
  renderToString(<CodeText text={text} />)
    .replace(/ (?:class|dir)="[^"]*"/g, '')
    .replaceAll('<!-- -->', '')

describe('CodeText', () => {
  it('renders text between backticks as code', () => {
    expect(shown('`exec` runs what `urllib` loads.')).toBe(
      '<code>exec</code> runs what <code>urllib</code> loads.',
    )
  })

  it('leaves a single backtick and plain text unchanged', () => {
    expect(shown('An `odd one')).toBe('An `odd one')
    expect(shown('`a` and `b')).toBe('<code>a</code> and `b')
    expect(shown('plain <b>')).toBe('plain &lt;b&gt;')
  })
})

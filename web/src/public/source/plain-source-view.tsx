import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { plainSourceOf } from './plain-source.ts'

/**
 * Files of a version and the beginning of one of them, for users without JavaScript. Empty in the browser.
 */
export function PlainSourceView({
  nodeId,
  version,
  isHeld,
}: {
  nodeId: string
  version: string
  isHeld: boolean
}) {
  const t = useText('source')
  const formats = useFormats()
  const plain = plainSourceOf(useSite(), nodeId, version)
  if (!plain)
    return (
      <noscript>
        {/* A bare text node would cause a hydration mismatch. */}
        <p>{t(isHeld ? 'held' : 'needs_scripts')}</p>
      </noscript>
    )
  const { files, fileCount, path, lines } = plain
  return (
    <noscript>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <nav aria-label={t('files')} className="rounded-lg border border-line bg-surface text-sm">
          <p className="border-b border-line px-3 py-2 font-semibold">
            {t('file_count', { count: fileCount })}
          </p>
          <ul dir="ltr" className="max-h-[70vh] overflow-auto p-1.5">
            {files.map((file) => (
              <li key={file.path}>
                <Link
                  to={links.source(nodeId, version, { file: file.path })}
                  aria-current={file.path === path ? 'page' : undefined}
                  className="flex items-baseline gap-2 rounded-sm px-1.5 py-1 aria-[current=page]:bg-accent-soft"
                >
                  <bdi className="min-w-0 flex-1 break-all">{file.path}</bdi>
                  <bdi className="text-xs whitespace-nowrap text-muted">{formats.bytes(file.size)}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <section className="min-w-0 rounded-lg border border-line bg-surface">
          {path && (
            <h2
              dir="ltr"
              className="border-b border-line px-3 py-2 font-mono text-sm font-semibold break-all"
            >
              {path}
            </h2>
          )}
          <p className="px-3 py-2 text-sm text-muted">{lines ? t('without_scripts') : t('binary')}</p>
          {lines && (
            <div dir="ltr" className="overflow-x-auto">
              <table className="code-lines">
                <tbody>
                  {lines.map((line, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
                    <tr key={index} id={`L${index + 1}`}>
                      <th scope="row">{index + 1}</th>
                      <td>{line || '\n'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </section>
      </div>
    </noscript>
  )
}

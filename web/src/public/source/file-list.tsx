import type { ListedFile } from '@nodeyard/analysis/listing'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { type Folder, treeOf } from './file-tree.ts'

interface FileList {
  nodeId: string
  version: string
  shown: string | undefined
}

/** Files of a version by folder, with the folders around the current file open. */
export function FileList({ files, ...list }: FileList & { files: readonly ListedFile[] }) {
  const t = useText('source')
  return (
    <nav aria-label={t('files')} dir="ltr" className="max-h-[70vh] overflow-auto p-1.5 text-sm">
      <Entries folder={treeOf(files)} {...list} />
    </nav>
  )
}

function Entries({ folder, ...list }: FileList & { folder: Folder }) {
  return (
    <ul>
      {folder.folders.map((inner) => (
        <li key={inner.path}>
          <InnerFolder folder={inner} {...list} />
        </li>
      ))}
      {folder.files.map(({ name, file }) => (
        <li key={file.path}>
          <FileLink name={name} file={file} {...list} />
        </li>
      ))}
    </ul>
  )
}

function InnerFolder({ folder, ...list }: FileList & { folder: Folder }) {
  return (
    <details open={list.shown?.startsWith(folder.path)} className="group/folder">
      <summary className="flex items-center gap-1.5 rounded-sm px-1.5 py-1 hover:bg-sunken">
        <Icon name="next" className="size-3.5 text-muted group-open/folder:rotate-90" />
        <bdi dir="ltr" className="truncate">
          {folder.name}
        </bdi>
      </summary>
      <div className="ms-3 border-s border-line ps-1.5">
        <Entries folder={folder} {...list} />
      </div>
    </details>
  )
}

function FileLink({ name, file, nodeId, version, shown }: FileList & { name: string; file: ListedFile }) {
  const formats = useFormats()
  const isShown = file.path === shown
  return (
    <Link
      to={links.source(nodeId, version, { file: file.path })}
      preventScrollReset
      aria-current={isShown ? 'page' : undefined}
      className={`flex items-baseline gap-2 rounded-sm px-1.5 py-1 ${isShown ? 'bg-accent-soft font-medium' : 'hover:bg-sunken'}`}
    >
      <bdi dir="ltr" className="min-w-0 flex-1 truncate" title={file.path}>
        {name}
      </bdi>
      <bdi className="text-xs whitespace-nowrap text-muted tabular-nums">{formats.bytes(file.size)}</bdi>
    </Link>
  )
}

/** More files than large installations have. */
const maxFiles = 200_000

/**
 * Lists the files of dropped folders with their paths, as an input lists those of a chosen one. Objects of git are left out: they are
 * many, and checkouts are read without them.
 */
export async function filesOfFolders(folders: readonly FileSystemDirectoryEntry[]): Promise<File[]> {
  const files: File[] = []
  const waiting: FileSystemEntry[] = [...folders]
  for (let entry = waiting.pop(); entry !== undefined && files.length < maxFiles; entry = waiting.pop()) {
    if (isFile(entry)) {
      const file = await fileOf(entry)
      if (file) files.push(file)
    } else if (isFolder(entry) && !entry.fullPath.endsWith('/.git/objects'))
      waiting.push(...(await entriesOf(entry)))
  }
  return files
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Returns nothing for a file that cannot be read, such as a broken link. */
async function fileOf(entry: FileSystemFileEntry): Promise<File | undefined> {
  const file = await new Promise<File | undefined>((resolve) => entry.file(resolve, () => resolve(undefined)))
  return (
    file && Object.defineProperty(file, 'webkitRelativePath', { value: entry.fullPath.replace(/^\//, '') })
  )
}

/** Browsers list about a hundred entries at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

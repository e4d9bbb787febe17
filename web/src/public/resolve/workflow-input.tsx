import { type ChangeEvent, type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { useEarlyChange } from '../../ground/forms/early-acts.ts'
import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { useHydrated } from '../../ground/ui/hydrated.ts'
import { Icon } from '../../ground/ui/icon.tsx'

interface WorkflowInput {
  isWorking: boolean
  texts: { drop: string; formats: string; paste: string; submit: string; placeholder: string }
  resolve(input: readonly (File | string)[]): void
  /** Takes dropped folders, where the page reads any. */
  takeFolders?: (folders: readonly FileSystemDirectoryEntry[]) => void
}

/** Accepts a workflow from a file picker, or dropped or pasted anywhere on the page. */
export function WorkflowInput({ isWorking, resolve, takeFolders, texts }: WorkflowInput) {
  const t = useText('resolve')
  const isReady = useHydrated()
  const isOver = useDropsAndPastes(resolve, takeFolders)
  const [text, setText] = useState('')
  const fileId = useId()
  const type = (event: ChangeEvent<HTMLTextAreaElement>) => setText(event.target.value)
  const early = useEarlyChange(text, type)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) resolve([text])
  }
  return (
    <form
      method="post"
      data-takes-files=""
      onSubmit={submit}
      className="dead-without-script grid gap-4 md:grid-cols-2"
    >
      <div
        className={`grid place-items-center gap-3 rounded-lg border-2 border-dashed px-6 py-10 text-center transition-colors ${isOver ? 'border-accent bg-accent-soft' : 'border-edge bg-surface'}`}
      >
        <Icon name="drop" className="size-10 text-muted" />
        <p className="font-medium">{texts.drop}</p>
        <p className="text-sm text-muted">{texts.formats}</p>
        <label
          htmlFor={fileId}
          className="inline-flex h-10 cursor-pointer items-center rounded-md border border-line bg-surface px-4 text-sm font-medium focus-within:outline-2 hover:border-edge"
        >
          {t('pick')}
          <input
            id={fileId}
            type="file"
            multiple
            disabled={isWorking}
            accept=".json,.png,.webp,.jpg,.jpeg,.avif,.webm,.mp4,.mov,.flac,.mp3,.opus,.ogg,.glb,.latent,.safetensors,.zip,.md,.txt,.log,.lock,application/json,text/plain,image/png,image/webp,image/jpeg,video/webm,video/mp4"
            className="sr-only"
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              // Allows selecting the same file again after it was edited.
              event.target.value = ''
              if (files.length > 0) resolve(files)
            }}
          />
        </label>
      </div>
      <div className="grid gap-3">
        <label className="grid grid-rows-[auto_1fr] gap-1.5 text-sm font-medium">
          {texts.paste}
          <textarea
            ref={early}
            value={text}
            onChange={type}
            dir="ltr"
            spellCheck={false}
            rows={7}
            placeholder={texts.placeholder}
            className="w-full rounded-lg border border-edge bg-surface p-3 font-mono text-xs placeholder:text-muted"
          />
        </label>
        <Button type="submit" look="primary" className="justify-self-start" disabled={!isReady || isWorking}>
          {texts.submit}
        </Button>
      </div>
    </form>
  )
}

/**
 * Accepts drops and pastes on the whole page, because a browser would open a file dropped elsewhere and leave
 * the page.
 */
function useDropsAndPastes(
  resolve: WorkflowInput['resolve'],
  takeFolders: WorkflowInput['takeFolders'],
): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    setOver(false)
    const folders = takeFolders ? foldersIn(data) : []
    if (folders.length > 0) {
      event.preventDefault()
      takeFolders?.(folders)
      return
    }
    const files = [...(data?.files ?? [])]
    const text = data?.getData('text/plain')
    if (files.length === 0 && (!text || isTextField(event.target))) return
    event.preventDefault()
    resolve(files.length > 0 ? files : [text ?? ''])
  })
  useEffect(() => {
    const over = new AbortController()
    const { signal } = over
    const approach = (event: Event) => {
      if (isTextField(event.target)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setOver(false)
    }
    addEventListener('dragover', approach, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', (event) => take(event, event.dataTransfer), { signal })
    addEventListener('paste', (event) => take(event, event.clipboardData), { signal })
    return () => over.abort()
  }, [])
  return isOver
}

/** The entries exist until the event ends. */
const foldersIn = (data: DataTransfer | null): FileSystemDirectoryEntry[] =>
  [...(data?.items ?? [])].flatMap((item) => {
    const entry = item.webkitGetAsEntry?.()
    return entry?.isDirectory ? [entry as FileSystemDirectoryEntry] : []
  })

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'file')

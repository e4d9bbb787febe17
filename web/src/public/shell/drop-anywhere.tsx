import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { handOver } from '../../ground/ui/handed-over.ts'
import { Icon } from '../../ground/ui/icon.tsx'

/** A workflow may be dropped on any page: the resolver takes it. Pages that take files themselves keep them. */
export function DropAnywhere() {
  const t = useText('common')
  const navigate = useNavigate()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const over = new AbortController()
    const { signal } = over
    const isForUs = ({ dataTransfer }: DragEvent) =>
      dataTransfer?.types.includes('Files') === true && !document.querySelector('[data-takes-files]')
    const approach = (event: DragEvent) => {
      if (!isForUs(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!relatedTarget) setOver(false)
    }
    const take = (event: DragEvent) => {
      setOver(false)
      const file = event.dataTransfer?.files[0]
      if (!file || !isForUs(event)) return
      event.preventDefault()
      handOver(file)
      void navigate(links.resolve())
    }
    addEventListener('dragover', approach, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', take, { signal })
    return () => over.abort()
  }, [navigate])
  if (!isOver) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-black/45 p-6 backdrop-blur-xs">
      <div className="grid justify-items-center gap-2 rounded-xl border-2 border-dashed border-flow bg-raised px-10 py-8 text-center shadow-float">
        <Icon name="drop" className="size-10 text-flow" />
        <p className="font-display text-xl">{t('drop_title')}</p>
        <p className="text-sm text-muted">{t('drop_text')}</p>
      </div>
    </div>
  )
}

declare global {
  interface Window {
    /** Recorded actions by target; only the last one per target counts. */
    earlyActs?: Map<EventTarget, () => void>
  }
}

const bubbling = { bubbles: true, cancelable: true }

/**
 * Records user actions from the first paint until hydration. `/` focuses the search field at once. Chosen files, changed
 * options, clicks, submits, and drops and pastes on pages that accept files wait for hydration.
 */
export function recordEarlyActs(): void {
  const acts = new Map<EventTarget, () => void>()
  window.earlyActs = acts
  const on = <Type extends keyof DocumentEventMap>(
    type: Type,
    take: (event: DocumentEventMap[Type], target: Element) => void,
  ) =>
    document.addEventListener(
      type,
      (event) => {
        const isLive = 'live' in document.documentElement.dataset
        if (!isLive && event.target instanceof Element) take(event, event.target)
      },
      true,
    )
  const submitLater = (form: HTMLFormElement) => acts.set(form, () => form.requestSubmit())

  on('keydown', (event, target) => {
    if (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(target)) {
      const field = document.querySelector<HTMLInputElement>('input[name=q]')
      if (!field) return
      event.preventDefault()
      field.focus()
      field.select()
    } else if (event.key === 'Enter' && !event.isComposing && target instanceof HTMLInputElement) {
      if (target.form?.method !== 'post') return
      event.preventDefault()
      submitLater(target.form)
    }
  })
  on('submit', (event, form) => {
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return
    event.preventDefault()
    submitLater(form)
  })
  on('click', (_event, target) => {
    const button = target.closest<HTMLButtonElement>('button[type=button]')
    if (button) acts.set(button, () => button.click())
  })
  on('change', (_event, field) => {
    if (field instanceof HTMLInputElement && field.type === 'file') {
      acts.set(field, () => field.dispatchEvent(new Event('change', bubbling)))
    } else if (field instanceof HTMLInputElement && /^(?:radio|checkbox)$/.test(field.type)) {
      const { checked } = field
      acts.set(field, () => {
        field.checked = !checked
        field.click()
      })
    } else if (field instanceof HTMLSelectElement) {
      const { value } = field
      acts.set(field, () => {
        field.value = value
        field.dispatchEvent(new Event('change', bubbling))
      })
    }
  })
  on('dragover', (event, target) => {
    if (takesFiles(target)) event.preventDefault()
  })
  on('drop', (event, target) => {
    if (!takesFiles(target) || !event.dataTransfer) return
    event.preventDefault()
    const dataTransfer = copyOf(event.dataTransfer)
    acts.set(document, () =>
      document.body.dispatchEvent(new DragEvent('drop', { ...bubbling, dataTransfer })),
    )
  })
  on('paste', (event, target) => {
    if (!takesFiles(target) || !event.clipboardData) return
    const clipboardData = copyOf(event.clipboardData)
    acts.set(document, () =>
      document.body.dispatchEvent(new ClipboardEvent('paste', { ...bubbling, clipboardData })),
    )
  })
}

const isWriting = (target: Element) =>
  target.closest('input:not([type=file],[type=radio],[type=checkbox]),textarea,select,[contenteditable]') !==
  null

const takesFiles = (target: Element) =>
  document.querySelector('[data-takes-files]') !== null && !isWriting(target)

/** Browsers empty the transfer of an event after it. */
function copyOf(from: DataTransfer): DataTransfer {
  const copy = new DataTransfer()
  for (const file of from.files) copy.items.add(file)
  if (from.files.length === 0) copy.setData('text/plain', from.getData('text/plain'))
  return copy
}

import { type ChangeEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/*
 * Records user actions before hydration and replays them for React afterwards. Text fields read their own
 * input, because browsers autofill fields without an event.
 */

declare global {
  interface Window {
    /** Recorded actions by target; only the last one per target counts. */
    earlyActs?: Map<unknown, () => void>
  }
}

/**
 * Runs before the first paint and stays active until hydration. `/` focuses the search field at once. Chosen
 * files, changed options, clicks, submits, and drops and pastes on pages that accept files wait for
 * hydration.
 */
export const earlyActsScript =
  `{const d=document,acts=self.earlyActs=new Map,on=(type,take)=>d.addEventListener(type,(e)=>{if(!('live'in d.documentElement.dataset)&&e.target instanceof Element)take(e,e.target)},true),writing=(t)=>t.closest('input:not([type=file],[type=radio],[type=checkbox]),textarea,select,[contenteditable]'),transfer=(from)=>{const data=new DataTransfer();for(const file of from.files)data.items.add(file);if(!from.files.length)data.setData('text/plain',from.getData('text/plain'));return data},bubbles={bubbles:true,cancelable:true};` +
  `on('keydown',(e,t)=>{if(e.key==='/'&&!e.ctrlKey&&!e.metaKey&&!e.altKey&&!writing(t)){const field=d.querySelector('input[name=q]');if(field){e.preventDefault();field.focus();field.select()}}else if(e.key==='Enter'&&!e.isComposing&&t.form?.method==='post'&&t.matches('input')){e.preventDefault();acts.set(t.form,()=>t.form.requestSubmit())}});` +
  `on('submit',(e,t)=>{if(t.method==='post'){e.preventDefault();acts.set(t,()=>t.requestSubmit())}});` +
  `on('click',(e,t)=>{const button=t.closest('button[type=button]');if(button)acts.set(button,()=>button.click())});` +
  `on('change',(e,t)=>{if(t.matches('[type=file]'))acts.set(t,()=>t.dispatchEvent(new Event('change',bubbles)));else if(t.matches('[type=radio],[type=checkbox]')){const{checked}=t;acts.set(t,()=>{t.checked=!checked;t.click()})}else if(t.matches('select')){const{value}=t;acts.set(t,()=>{t.value=value;t.dispatchEvent(new Event('change',bubbles))})}});` +
  `const takes=(t)=>d.querySelector('[data-takes-files]')&&!writing(t);on('dragover',(e,t)=>{if(takes(t))e.preventDefault()});` +
  `on('drop',(e,t)=>{if(takes(t)){e.preventDefault();const dataTransfer=transfer(e.dataTransfer);acts.set(d,()=>d.body.dispatchEvent(new DragEvent('drop',{...bubbles,dataTransfer})))}});` +
  `on('paste',(e,t)=>{if(takes(t)){const clipboardData=transfer(e.clipboardData);acts.set(d,()=>d.body.dispatchEvent(new ClipboardEvent('paste',{...bubbles,clipboardData})))}})}`

/**
 * Replays the recorded actions after hydration. Runs in its own task, after the fields have read their early
 * input.
 */
export function doEarlyActs(): void {
  setTimeout(() => {
    const acts = [...(window.earlyActs?.values() ?? [])]
    window.earlyActs?.clear()
    for (const act of acts) act()
  })
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * Passes on text that was typed or autofilled before hydration. React leaves it on screen, but overwrites it
 * with the known value on the next render.
 */
export function useEarlyText<Kind extends TextField>(
  input: RefObject<Kind | null>,
  known: unknown,
  take: (field: Kind) => void,
): void {
  const isTaken = useRef(false)
  useLayoutEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    const field = input.current
    if (field?.value && known !== undefined && field.value !== String(known)) take(field)
  })
}

/** Variant for fields with a change handler. */
export function useEarlyChange<Kind extends TextField>(
  known: unknown,
  onChange: ((event: ChangeEvent<Kind>) => void) | undefined,
): RefObject<Kind | null> {
  const input = useRef<Kind>(null)
  useEarlyText(input, known, (field) =>
    onChange?.({ target: field, currentTarget: field } as ChangeEvent<Kind>),
  )
  return input
}

import { type ChangeEvent, useId, useState, useSyncExternalStore } from 'react'
import { useEarlyChange } from '../../ground/forms/early-acts.ts'
import { useText } from '../../ground/site/site.ts'
import { ButtonAnchor } from '../../ground/ui/button.tsx'
import { FoldMark } from '../../ground/ui/fold-mark.tsx'
import { httpAddress } from '../../ground/ui/http-address.ts'
import { Icon } from '../../ground/ui/icon.tsx'

/** Default address of the tool. */
export const defaultAddress = 'http://127.0.0.1:8188/'
const storageKey = 'nodeyard-tool-address'

/** Link to the user's own tool. Its address is stored in this browser only. `pack` is an id, with `@` and a version. */
export function OpenTool({ pack }: { pack: string }) {
  const t = useText('nodes')
  const remembered = useSyncExternalStore(never, rememberedAddress, () => defaultAddress)
  const [typed, setTyped] = useState<string>()
  const text = typed ?? remembered
  const change = (value: string) => {
    setTyped(value)
    const address = httpAddress(value)
    if (address) storeAddress(address)
  }
  return (
    <div className="grid gap-1.5 print:hidden">
      <ButtonAnchor href={offering(pack, httpAddress(text) ?? defaultAddress)} rel="noopener nofollow">
        <Icon name="external" className="mirrored" />
        {t('open_tool')}
      </ButtonAnchor>
      <ToolAddress text={text} onChange={change} />
    </div>
  )
}

/** A tool with the bridge pack offers to install what its address names. Other tools ignore it. */
function offering(pack: string, address: string): string {
  const offered = new URL(address)
  offered.searchParams.set('nodeyard', pack)
  return offered.href
}

function ToolAddress({ text, onChange }: { text: string; onChange(text: string): void }) {
  const t = useText('nodes')
  const id = useId()
  const isValid = httpAddress(text) !== undefined
  const type = (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)
  const early = useEarlyChange(text, type)
  return (
    <details className="needs-script text-xs text-muted">
      <summary className="flex w-fit items-center gap-1 hover:text-ink">
        <FoldMark className="size-3.5" />
        {t('tool_elsewhere')}
      </summary>
      <label htmlFor={id} className="block pt-2 pb-1">
        {t('tool_address')}
      </label>
      <input
        ref={early}
        id={id}
        type="url"
        dir="ltr"
        value={text}
        aria-invalid={!isValid}
        aria-describedby={`${id}-problem`}
        onChange={type}
        className="h-9 w-full rounded-md border border-edge bg-canvas px-2.5 font-mono text-ink"
      />
      <p id={`${id}-problem`} role="status" className="text-danger">
        {isValid ? '' : t('tool_address_invalid')}
      </p>
    </details>
  )
}

const never = () => () => {}

export function rememberedAddress(): string {
  try {
    return httpAddress(localStorage.getItem(storageKey) ?? undefined) ?? defaultAddress
  } catch {
    return defaultAddress
  }
}

function storeAddress(address: string): void {
  try {
    localStorage.setItem(storageKey, address)
  } catch {
    // The address then lasts until the page unloads.
  }
}

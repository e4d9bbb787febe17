/** Something is on its way; `label` says what. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="grid justify-items-center gap-3 py-10 text-sm text-muted">
      <span aria-hidden="true" className="spinner" />
      {label}
    </div>
  )
}

/** Something is on its way; `label` says what. Seen only where it takes a moment. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="after-a-moment grid justify-items-center gap-3 py-10 text-sm text-muted">
      <span aria-hidden="true" className="spinner" />
      {label}
    </div>
  )
}

/** A node whose cable, from socket to socket, forms an N. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 36 36" fill="none" className="shrink-0">
      <rect width="36" height="36" rx="9" fill="#0a6a4c" />
      <path
        d="M9 26V11.5c0-1.9 2.3-2.8 3.6-1.4l10.8 15.8c1.3 1.4 3.6.5 3.6-1.4V10"
        stroke="#eafff6"
        strokeWidth="3.2"
        strokeLinecap="round"
      />
      <circle cx="9" cy="26" r="3.6" fill="#ffd166" stroke="#0a6a4c" strokeWidth="1.6" />
      <circle cx="27" cy="10" r="3.6" fill="#7fd0ff" stroke="#0a6a4c" strokeWidth="1.6" />
    </svg>
  )
}

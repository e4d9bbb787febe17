import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { homeSearch, links } from '../../ground/paths/links.ts'
import { useSearch } from '../../ground/paths/search-params.ts'

const pauseMs = 220

/** Text of the search field, written to the address when it is submitted or after a pause in typing. */
export function useTypedSearch({ isLive }: { isLive: boolean }) {
  const asked = useSearch(homeSearch)
  const q = isLive ? asked.q : ''
  const navigate = useNavigate()
  const [text, setText] = useState(q)
  const inAddress = useRef(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (q === inAddress.current) return
    inAddress.current = q
    setText(q)
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (wanted: string) => {
    clearTimeout(timer.current)
    if (isLive && wanted.trim() === inAddress.current.trim()) return
    inAddress.current = wanted.trim()
    const kept = isLive ? asked : {}
    void navigate(links.home({ ...kept, q: wanted.trim(), page: 1 }), {
      replace: isLive,
      preventScrollReset: isLive,
    })
  }
  const type = (wanted: string) => {
    setText(wanted)
    clearTimeout(timer.current)
    if (isLive && wanted.trim() !== '') timer.current = setTimeout(() => search(wanted), pauseMs)
  }
  return { text, type, search }
}

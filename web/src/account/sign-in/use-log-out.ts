import { useState } from 'react'
import { inLocale, links } from '../../ground/paths/links.ts'
import { useSite } from '../../ground/site/site.ts'
import { showToast } from '../../ground/ui/toast.ts'
import { problemText } from './problem-text.ts'

/** Ends the session, clears all data of the user from the browser, and opens the home page. */
export function useLogOut() {
  const site = useSite()
  const [isRunning, setRunning] = useState(false)
  const logOut = async () => {
    setRunning(true)
    try {
      await site.session.end((identity) => identity.signOut())
      location.assign(inLocale(site.settings.locale, links.home()))
    } catch (error) {
      setRunning(false)
      await site.prepareTexts(['auth']).catch(() => {})
      const reason = problemText(site.texts.of('auth'), error)
      showToast('failure', site.texts.of('common')('logout_error', { error: reason }))
    }
  }
  return { logOut, isRunning }
}

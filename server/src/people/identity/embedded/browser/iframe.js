// The hidden frame: passes on to the page what a sign-in window, or a redirect, has brought.
;(() => {
  const query = new URLSearchParams(location.search)
  const storageKey = `nodeyard-sign-in:${query.get('apiKey')}:${query.get('appName')}`
  const page = window.gapi.iframes.getContext().getParentIframe()

  // The client asks before it waits for a window, and a window needs no storage: it speaks to this frame. On another
  // site's page browsers may refuse storage to the frame, and redirects alone are lost by that.
  page.register('webStorageSupport', () => ({ webStorageSupport: true }))

  // Only a page of the origin that began the sign-in is told of its end.
  const deliver = ({ event, origin }) =>
    page.send('authEvent', { type: 'authEvent', authEvent: event }, undefined, undefined, origin)

  const finished = takeFinished()
  if (finished) deliver(finished)
  else {
    const none = {
      type: 'unknown',
      error: { code: 'auth/no-auth-event', message: 'No sign-in by redirect is on its way.' },
    }
    page.send('authEvent', { type: 'authEvent', authEvent: none })
  }

  const listen = ({ data }) => {
    if (data?.tag === 'nodeyard-sign-in' && data.storageKey === storageKey) deliver(data)
  }
  window.addEventListener('message', (event) => {
    if (event.origin === location.origin) listen(event)
  })
  try {
    new BroadcastChannel('nodeyard-sign-in').addEventListener('message', listen)
  } catch {
    // Refused together with storage; windows that kept their opener speak to the frame itself.
  }

  function takeFinished() {
    try {
      const text = sessionStorage.getItem(storageKey)
      sessionStorage.removeItem(storageKey)
      return text ? JSON.parse(text) : undefined
    } catch {
      return undefined
    }
  }
})()

// The end of a sign-in at a provider: tells the page that began it, in the window or after the way back.
;(() => {
  const outcome = JSON.parse(document.getElementById('outcome').textContent)
  const { event, storageKey, redirectUrl } = outcome
  if (event.type.endsWith('ViaRedirect') && redirectUrl) {
    sessionStorage.setItem(storageKey, JSON.stringify(outcome))
    location.replace(redirectUrl)
    return
  }
  const message = { ...outcome, tag: 'nodeyard-sign-in' }
  if (window.opener) {
    // The page may be of another origin; its hidden frame is of this one, and nobody else gets the message.
    for (let index = 0; index < window.opener.frames.length; index++) {
      window.opener.frames[index].postMessage(message, location.origin)
    }
  } else {
    // The provider's pages have cut the way back to the page.
    new BroadcastChannel('nodeyard-sign-in').postMessage(message)
  }
  document.getElementById('done').hidden = false
})()

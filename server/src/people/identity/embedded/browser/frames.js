// Stands for `gapi.iframes` where the identity service is the registry itself: the sign-in client opens a hidden frame
// and talks with it through this. The page and the frame load the same file.
;(() => {
  if (window.gapi?.iframes?.Iframe) return
  const tag = 'nodeyard-frames'

  /** One side of a conversation with another window. `peerOrigin` is undefined until the other side has spoken. */
  class Channel {
    #peer
    #peerOrigin
    #count = 0
    #answers = new Map()
    #handlers = new Map()
    #isUp = false
    #whenUp = []

    constructor(peer, peerOrigin) {
      this.#peer = peer
      this.#peerOrigin = peerOrigin
      window.addEventListener('message', (event) => void this.#hear(event))
    }

    async #hear({ data, source, origin }) {
      if (source !== this.#peer() || data?.tag !== tag) return
      if (this.#peerOrigin !== undefined && origin !== this.#peerOrigin) return
      this.#peerOrigin = origin
      if (data.kind === 'hello') {
        this.#post({ kind: 'welcome' })
        this.#up()
      } else if (data.kind === 'welcome') {
        this.#up()
      } else if (data.kind === 'call') {
        const value = await this.#handlers.get(data.type)?.(data.data)
        this.#post({ kind: 'answer', id: data.id, value })
      } else if (data.kind === 'answer') {
        const answer = this.#answers.get(data.id)
        this.#answers.delete(data.id)
        try {
          answer?.([data.value])
        } catch {
          // The client throws after it has taken an answer, whatever the answer was.
        }
      }
    }

    #post(message, origin = this.#peerOrigin) {
      this.#peer()?.postMessage({ ...message, tag }, origin ?? '*')
    }

    #up() {
      if (this.#isUp) return
      this.#isUp = true
      for (const run of this.#whenUp.splice(0)) run()
    }

    #afterUp(run) {
      if (this.#isUp) run()
      else this.#whenUp.push(run)
    }

    /** Says nothing but that somebody is here, so it may go to whoever the other side is. */
    hello() {
      this.#post({ kind: 'hello' })
    }

    restyle() {
      return Promise.resolve()
    }

    ping(done) {
      return new Promise((resolve) => {
        this.#afterUp(() => {
          done?.()
          resolve()
        })
      })
    }

    register(type, handler) {
      this.#handlers.set(type, handler)
    }

    /** With `origin` only a window of that origin gets it. */
    send(type, data, answered, _filter, origin) {
      this.#afterUp(() => {
        const id = ++this.#count
        if (answered) this.#answers.set(id, answered)
        this.#post({ kind: 'call', id, type, data }, origin)
      })
    }
  }

  let parent
  const context = {
    open(options, opened) {
      const frame = document.createElement('iframe')
      frame.src = options.url
      frame.tabIndex = -1
      frame.title = ''
      frame.setAttribute('aria-hidden', 'true')
      Object.assign(frame.style, options.attributes?.style)
      const channel = new Channel(() => frame.contentWindow, new URL(options.url, location.href).origin)
      ;(options.where ?? document.body).append(frame)
      return Promise.resolve(opened(channel))
    },
    getParentIframe() {
      if (!parent) {
        parent = new Channel(() => window.parent)
        parent.hello()
      }
      return parent
    },
  }
  window.gapi = {
    load(_name, options) {
      ;(options.callback ?? options)()
    },
    iframes: {
      Iframe: class {},
      CROSS_ORIGIN_IFRAMES_FILTER: {},
      getContext: () => context,
    },
  }
})()

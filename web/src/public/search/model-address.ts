const modelFile = /\.(?:safetensors|ckpt|gguf|sft|pth)$/i
const modelHosts = new Set(['huggingface.co', 'hf.co', 'civitai.com', 'civitai.red'])

/** Whether a typed text is the address or the file name of a model. Packs load models, and are not found by them. */
export function isModelAddress(typed: string): boolean {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return false
  const address = /^https?:/i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return modelFile.test(text)
  const url = new URL(address)
  return (
    modelHosts.has(url.hostname.replace(/^www\./, '')) || modelFile.test(url.pathname) || modelFile.test(text)
  )
}

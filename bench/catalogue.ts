import { numbersFrom } from './data/chance.ts'

export const words =
  'adaptive animate batch blend blur canvas caption colour compose control crop depth detail diffuse edge face flow frame gradient grain image inpaint latent light loader loop mask merge mesh mixer motion noise outline palette pose prompt region render sampler scale scene segment shadow sketch style switch texture tile tone upscale video warp weight'.split(
    ' ',
  )

/**
 * Generates a community list of `size` nodes as JSON lines, deterministic by seed, with a few very popular
 * nodes.
 */
export function* catalogueLines(size: number, seed = 1): Generator<string> {
  const next = numbersFrom(seed)
  const word = () => words[Math.floor(next() * words.length)] ?? 'image'
  const some = (count: number, make: () => string) => Array.from({ length: count }, make)
  const title = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  for (let index = 0; index < size; index++) {
    const name = some(2 + Math.floor(next() * 2), () => title(word())).join(' ')
    const id = `${name.toLowerCase().replaceAll(' ', '-')}-${index}`
    const author = `${word()}${Math.floor(next() * size)}`
    yield JSON.stringify({
      id,
      name,
      description: `${title(some(8 + Math.floor(next() * 20), word).join(' '))}.`,
      author,
      publisher: author,
      repository: `https://github.com/${author}/${id}`,
      stars: Math.floor(3 / (next() + 0.001)),
      last_update: `2026-0${1 + Math.floor(next() * 9)}-1${Math.floor(next() * 10)} 10:00:00`,
      tags: some(Math.floor(next() * 3), word),
      nodes: some(
        Math.floor(1 / (next() * 0.2 + 0.02)),
        () => `${title(word())}${title(word())}${title(word())}`,
      ),
    })
  }
}

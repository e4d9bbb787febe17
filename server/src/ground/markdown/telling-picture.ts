import { mapPictures } from './pictures-in.ts'

/** Services whose images are badges, counters and buttons. */
const badgeHosts =
  /^https?:\/\/([\w-]+\.)*(shields\.io|badgen\.net|badge\.fury\.io|codecov\.io|coveralls\.io|star-history\.com|starchart\.cc|hits\.(sh|dwyl\.com)|ko-fi\.com|buymeacoffee\.com|visitor-badge\.[\w.]+|komarev\.com|discordapp\.com|contrib\.rocks)\//i
const badgeNames =
  /(badge|shield|logo|icon|button|donate|sponsor|coffee|paypal|discord|wechat|qr-?code|alipay)/i
const leastWidth = 240

/** Returns the place of the first image in a README that is neither a badge nor a small one. */
export const firstTellingPicture = (html: string): number | undefined => tellingPictures(html)[0]?.place

/** Lists the images in a README that are neither badges nor small ones. */
export function tellingPictures(html: string): { place: number; address: string }[] {
  const found: { place: number; address: string }[] = []
  mapPictures(html, (tag, address, place) => {
    if (isTelling(tag, address)) found.push({ place, address })
    return tag
  })
  return found
}

function isTelling(tag: string, address: string): boolean {
  const path = address.split(/[?#]/, 1)[0] ?? ''
  const [width, height] = [sideOf(tag, 'width'), sideOf(tag, 'height')]
  const isLarge = (width ?? leastWidth) >= leastWidth && (height ?? 100) >= 100
  return (
    isLarge &&
    !badgeHosts.test(address) &&
    !badgeNames.test(path.slice(path.lastIndexOf('/') + 1)) &&
    !/\.svg$/i.test(path)
  )
}

const sides = { width: /\swidth="(\d{1,5})(?:px)?"/, height: /\sheight="(\d{1,5})(?:px)?"/ }

function sideOf(tag: string, side: 'width' | 'height'): number | undefined {
  const [, pixels] = sides[side].exec(tag) ?? []
  return pixels === undefined ? undefined : Number(pixels)
}

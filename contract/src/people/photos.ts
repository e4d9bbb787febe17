import Type from 'typebox'
import { route } from '../ground/route.ts'
import { limits } from '../limits.ts'
import { Publisher, PublisherParams } from './publishers.ts'

/** The largest request that uploads a picture; within it, the API names the limit of the picture itself. */
export const pictureBodyBytes = 2 * limits.uploadedPictureBytes

export const PictureUpload = Type.Object({
  data: Type.String({
    description: `A PNG, JPEG, WebP or GIF file in base64, at most ${limits.uploadedPictureBytes} bytes before that.`,
    maxLength: pictureBodyBytes,
  }),
})

/** Refusals of uploaded pictures. */
export const ofPictures = [
  'picture_too_large',
  'picture_unreadable',
  'picture_is_drawing',
  'picture_too_many_pixels',
  'picture_too_small',
] as const

export const howPicturesAreStored =
  'The registry decodes the picture and stores it again as WebP, without metadata; of an animation, the first frame.'

const ofOwners = ['publisher_not_found', 'not_publisher_owner', 'user_banned'] as const

export const uploadPublisherPhoto = route({
  method: 'PUT',
  path: '/publishers/:publisherId/photo',
  access: 'signed-in',
  right: 'owner',
  summary: 'Uploads the photo of a publisher',
  description: `${howPicturesAreStored} It is shown instead of the address in \`logo\` until it is removed or another address is set.`,
  params: PublisherParams,
  body: PictureUpload,
  bodyBytes: pictureBodyBytes,
  response: Publisher,
  errors: [...ofOwners, ...ofPictures],
})

export const removePublisherPhoto = route({
  method: 'DELETE',
  path: '/publishers/:publisherId/photo',
  access: 'signed-in',
  right: 'owner',
  summary: 'Removes the uploaded photo of a publisher',
  description: 'The publisher then shows its `logo` again. Idempotent.',
  params: PublisherParams,
  response: Publisher,
  errors: ofOwners,
})

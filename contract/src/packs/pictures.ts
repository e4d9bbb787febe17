import Type from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, oneOf } from '../ground/shapes.ts'
import { howPicturesAreStored, ofPictures, PictureUpload, pictureBodyBytes } from '../people/photos.ts'
import { Node } from './node-shapes.ts'
import { ofNodeEditors } from './nodes.ts'

const NodePictureParams = Type.Object({
  publisherId: AnyId,
  nodeId: AnyId,
  kind: oneOf(['icon', 'banner']),
})

export const uploadNodePicture = route({
  method: 'PUT',
  path: '/publishers/:publisherId/nodes/:nodeId/pictures/:kind',
  access: 'signed-in',
  right: 'owner-or-admin',
  summary: 'Uploads the icon or the banner of a node',
  description: `${howPicturesAreStored} It is shown instead of the address in \`icon\` or \`banner_url\`, also after new versions, until it is removed or another address is set.`,
  params: NodePictureParams,
  body: PictureUpload,
  bodyBytes: pictureBodyBytes,
  response: Node,
  errors: [...ofNodeEditors, ...ofPictures],
})

export const removeNodePicture = route({
  method: 'DELETE',
  path: '/publishers/:publisherId/nodes/:nodeId/pictures/:kind',
  access: 'signed-in',
  right: 'owner-or-admin',
  summary: 'Removes an uploaded icon or banner of a node',
  description: 'The node then shows its `icon` or `banner_url` again. Idempotent.',
  params: NodePictureParams,
  response: Node,
  errors: ofNodeEditors,
})

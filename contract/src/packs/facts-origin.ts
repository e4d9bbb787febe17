import Type from 'typebox'

/** Stands where a published version would, because the node has none. */
export const readCommit = {
  commit: Type.Optional(
    Type.String({
      description: 'In place of `version`: the commit of its repository that the registry read.',
    }),
  ),
}

import Type from 'typebox'
import { route } from '../ground/route.ts'
import { limits } from '../limits.ts'

export const readWorkflowFile = route({
  method: 'POST',
  path: '/workflow-file',
  access: 'public',
  summary: 'The workflow in a file that is hosted elsewhere',
  description:
    'For browsers, which cannot read files on most hosts. Fetches over https from public addresses only; addresses of pages about a file on known code hosts work, too. Nothing is stored.',
  body: Type.Object({
    url: Type.String({
      format: 'uri',
      maxLength: limits.urlLength,
      pattern: '^https://',
      'x-form': 'an address that starts with https://',
    }),
  }),
  response: Type.Object({
    name: Type.String({ description: "The file's name." }),
    workflow: Type.String({ description: 'The workflow as JSON, or a list of several.' }),
  }),
  errors: ['workflow_file_unreachable', 'workflow_file_without_workflow'],
})

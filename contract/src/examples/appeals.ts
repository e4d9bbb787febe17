import { example } from '../ground/example.ts'
import { type Appeal, answerAppeal, getAppeal, listAppeals, writeAppeal } from '../packs/appeals.ts'
import { blur, idsOfExamples, maya, moment, page, uuid } from './things.ts'

const question = {
  id: idsOfExamples.appealMessage,
  from: 'publisher' as const,
  name: maya.name,
  text: 'Line 12 only reads a file of our own. What should we change?',
  at: moment,
}
const about = {
  version_id: blur.id,
  node_id: 'acme-blur',
  version: '1.2.0',
  publisher_id: 'acme',
  status: 'NodeVersionStatusActive' as const,
  openedAt: moment,
}
/** The appeal is closed because a decision settled it. */
export const appealOfBlur: Appeal = { ...about, messagesLeft: 2, messages: [question] }
const path = { nodeId: 'acme-blur', version: '1.2.0' }

export const examples = [
  example(writeAppeal, {
    input: {
      params: { publisherId: 'acme', nodeId: 'acme-warp', versionId: idsOfExamples.flaggedVersion },
      body: { text: 'The address in line 40 is our own server.' },
    },
    answer: {
      version_id: idsOfExamples.flaggedVersion,
      node_id: 'acme-warp',
      version: '0.7.0',
      publisher_id: 'acme',
      status: 'NodeVersionStatusFlagged',
      openedAt: moment,
      waitingSince: moment,
      messagesLeft: 2,
      messages: [{ ...question, id: uuid, text: 'The address in line 40 is our own server.' }],
    },
  }),
  example(listAppeals, {
    input: { query: { all: true } },
    answer: { ...page, appeals: [{ ...about, lastMessage: question }] },
  }),
  example(getAppeal, { input: { params: path }, answer: appealOfBlur }),
  example(answerAppeal, {
    input: { params: path, body: { text: 'Nothing: we looked at it, and it is listed.' } },
    answer: {
      ...appealOfBlur,
      messagesLeft: 3,
      messages: [
        question,
        {
          id: uuid,
          from: 'moderators',
          name: 'Ada',
          text: 'Nothing: we looked at it, and it is listed.',
          at: moment,
        },
      ],
    },
  }),
]

import { example } from '../ground/example.ts'
import * as contract from '../people/users.ts'
import { acme, maya } from './things.ts'

export const examples = [
  example(contract.getCurrentUser, {
    answer: { ...maya, isApproved: false, isAdmin: false, isBanned: false },
  }),
  example(contract.listOwnPublishers, { answer: [{ ...acme, sole_owner_of: 1 }] }),
  example(contract.banUser, { input: { params: { userId: 'user-spam' } } }),
  example(contract.unbanUser, { input: { params: { userId: 'user-sorry' } } }),
]

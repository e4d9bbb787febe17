// The script in the head of every page.
import { recordEarlyActs } from '../../ground/forms/record-early-acts.ts'
import { markSession } from '../../ground/session/hint.ts'
import { applyStoredLook } from './theme.ts'

applyStoredLook()
markSession()
recordEarlyActs()

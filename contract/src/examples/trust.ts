import * as attestations from '../attestations.ts'
import { getCommitMatch } from '../commit-matches.ts'
import { example } from '../example.ts'
import { listRequirementAdvisories } from '../requirement-advisories.ts'
import { moment } from './things.ts'

const params = { nodeId: 'acme-blur', version: '1.0.0' }

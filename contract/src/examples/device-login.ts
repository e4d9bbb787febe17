import { example } from '../ground/example.ts'
import * as contract from '../people/device-login.ts'
import { deviceLoginsOfExamples as logins, moment } from './things.ts'

const program = 'nodeyard'

export const examples = [
  example(contract.startDeviceLogin, {
    input: { body: { client_name: program, publisher_id: 'acme' } },
    answer: {
      device_code: 'b0Zf3nJ9qkR6Tt1mX4yVw8sLh2cQdUeA5gKiPoNrZaE',
      user_code: 'WDJB-MJHT',
      verification_uri: 'http://localhost:3000/device',
      verification_uri_complete: 'http://localhost:3000/device',
      expires_in: 900,
    },
  }),
  example(contract.redeemDeviceLogin, {
    input: { body: { device_code: logins.approved.deviceCode, wait: 25 } },
    answer: { token: 'nyp_2b5c1f0e-6a1d-4c38-9b7e-53d0c8a4f1e2' },
  }),
  example(contract.getDeviceLogin, {
    input: { params: { userCode: logins.shown.userCode } },
    answer: {
      client_name: program,
      publisher_id: 'acme',
      createdAt: moment,
      expiresAt: moment,
      started_from: '192.0.2.7',
      is_same_address: false,
    },
  }),
  example(contract.approveDeviceLogin, {
    input: {
      params: { userCode: logins.toApprove.userCode },
      body: { publisher_id: 'acme', expires_in_days: 30, nodes: ['acme-blur'] },
    },
  }),
  example(contract.denyDeviceLogin, {
    input: { params: { userCode: logins.toDeny.userCode }, body: { publisher_id: 'acme' } },
  }),
]

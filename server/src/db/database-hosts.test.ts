import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../config.ts'
import { hostsIn } from './database-hosts.ts'

test('an address with several hosts is one address for each', () => {
  assert.deepEqual(hostsIn('postgres://a:b@one:5432,two/name?sslmode=require'), [
    'postgres://a:b@one:5432/name?sslmode=require',
    'postgres://a:b@two/name?sslmode=require',
  ])
  assert.deepEqual(hostsIn('postgres://one/name'), ['postgres://one/name'])
})

test('an address of a database that is none stops the start', () => {
  const bad = ['mysql://one/name', 'one,two', 'postgres://one:x,two/name']
  for (const address of bad)
    assert.throws(() => readConfig({ DATABASE_URL: address }), /DATABASE_URL/, address)
  assert.throws(
    () => readConfig({ DATABASE_READ_URL: 'postgres://one/name' }),
    /DATABASE_READ_URL: needs DATABASE_URL/,
  )
})

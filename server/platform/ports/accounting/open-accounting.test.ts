import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { fivaldiAccount } from '#server/testing/providers/fivaldi.ts'
import { talenomAccount } from '#server/testing/providers/talenom.ts'
import { openAccounting } from './open-accounting.ts'

const talenom = { ...talenomAccount, TALENOM_TOKEN_URL: 'https://login.example.com/oauth2/v2.0/token' }
const namesOf = (env: NodeJS.ProcessEnv) => Object.values(openAccounting(readConfig(env))).map(({ name }) => name)

test('without accounts every invoice is a Finvoice file', () => {
  expect(namesOf({})).toEqual(['finvoice', 'finvoice', 'finvoice'])
  expect(namesOf(fivaldiAccount)).toEqual(['finvoice', 'fivaldi', 'finvoice'])
  expect(namesOf({ ...fivaldiAccount, ...talenom })).toEqual(['finvoice', 'fivaldi', 'talenom'])
})

test.each([
  [{ FIVALDI_PARTNER: 'p' }, 'FIVALDI_SECRET'],
  [{ ...fivaldiAccount, FIVALDI_PARTNER: '' }, 'FIVALDI_PARTNER'],
  [{ ...fivaldiAccount, FIVALDI_PRODUCTS: 'RAHTI' }, 'FIVALDI_PRODUCTS'],
  [{ ...fivaldiAccount, FIVALDI_COMPANY: 'lyhyt' }, 'FIVALDI_COMPANY'],
  [{ FIVALDI_RATE: '0' }, 'FIVALDI_RATE'],
  [{ ...talenom, TALENOM_TOKEN_URL: '' }, 'TALENOM_TOKEN_URL'],
  [{ TALENOM_SALES_ACCOUNT: 'myynti' }, 'TALENOM_SALES_ACCOUNT'],
])('a part of an account stops the start: %j', (env, name) => {
  expect(() => readConfig(env)).toThrow(`Asetus ${name} ei kelpaa`)
})

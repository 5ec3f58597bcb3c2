import { expect, test } from 'vitest'
import { hourlyByCustomer } from './order.customer.ts'
import { jobFields, jobSharedFields } from './order.jobs.ts'

test('all that the form writes of extra work is a customer’s to write', () => {
  expect(hourlyByCustomer).toEqual(expect.arrayContaining([...jobFields, ...jobSharedFields]))
})

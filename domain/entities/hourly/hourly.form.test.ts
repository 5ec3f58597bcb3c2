import { expect, test } from 'vitest'
import { hourlyByCustomer } from '../order/order.customer.ts'
import { jobFields, jobSharedFields } from './hourly.form.ts'

test('a customer may write all fields of extra work that the form writes', () => {
  expect(hourlyByCustomer).toEqual(expect.arrayContaining([...jobFields, ...jobSharedFields]))
})

import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { updateUserCall } from '#domain/calls/user.ts'
import type { Change } from '#domain/define-entity.ts'
import type { OrderState } from '#domain/entities/order/order.states.ts'
import type { Row } from '#domain/registry.ts'
import type { rules } from '#domain/rules.ts'
import type { Book, Tables } from './demo/book.ts'
import type { serveCall } from './serve-call.ts'

// Checked by the compiler (`npm run types`): the registry's and the calls' types reach the server with no cast.
test('rules are given rows of their own entity', () => {
  type Derive = NonNullable<NonNullable<(typeof rules)['lahetys']>['derive']>
  expectTypeOf<Parameters<Derive>[0]>().toEqualTypeOf<Change<Row<'lahetys'>>>()
  expectTypeOf<ReturnType<Derive>>().toEqualTypeOf<Partial<Row<'lahetys'>>>()
})

test('rows that the server makes have the values of their fields', () => {
  expectTypeOf<Tables['tilaus'][number]['tilauksen_tila']>().toEqualTypeOf<OrderState>()
  expectTypeOf<Parameters<Book['add']>[0]>().toEqualTypeOf<keyof Tables>()
  const add = (book: Book) => book.add('auto', { rekisterinumero: 'ABC-123' }, { by: null, at: 0 })
  expectTypeOf<ReturnType<typeof add>>().toEqualTypeOf<Row<'auto'>>()
  // @ts-expect-error a car has no order number
  expectTypeOf((book: Book) => book.add('auto', { tilausnro: 1 }, { by: null, at: 0 })).toBeFunction()
})

test('the work of a call is given what its input says, and answers its output', () => {
  type Input = (typeof updateUserCall)['input']
  type Output = (typeof updateUserCall)['output']
  type Work = Parameters<typeof serveCall<Input, Output>>[3]
  expectTypeOf<Parameters<Work>[0]>().toEqualTypeOf<z.output<Input>>()
  expectTypeOf<Parameters<Work>[0]['vid']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<Awaited<ReturnType<Work>>>().toEqualTypeOf<{ success: true; id: string }>()
})

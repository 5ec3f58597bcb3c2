import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { OrderState } from '#domain/entities/order/order.states.ts'
import type { updateUserCall } from '#domain/features/users/user.ts'
import type { Change } from '#domain/model/define-entity.ts'
import type { rules } from '#domain/model/entity-rules.ts'
import type { Row } from '#domain/model/registry.ts'
import { addRow } from './entities/engine.ts'
import type { serveCall } from './http/serve-call.ts'

// Checked by the compiler (`npm run types`): the server uses the types of the registry and of the calls without casts.
test('rules get typed rows of their own entity', () => {
  type Derive = NonNullable<NonNullable<(typeof rules)['lahetys']>['derive']>
  expectTypeOf<Parameters<Derive>[0]>().toEqualTypeOf<Change<Row<'lahetys'>>>()
  expectTypeOf<ReturnType<Derive>>().toEqualTypeOf<Partial<Row<'lahetys'>>>()
})

test('values of rows that the server makes are typed by their fields', () => {
  expectTypeOf<Row<'tilaus'>['tilauksen_tila']>().toEqualTypeOf<OrderState>()
  expectTypeOf(() => addRow('auto', { rekisterinumero: 'ABC-123' })).toBeFunction()
  // @ts-expect-error a car has no order number
  expectTypeOf(() => addRow('auto', { tilausnro: 1 })).toBeFunction()
})

test('the work of a call is typed by the call’s input and output', () => {
  type Input = (typeof updateUserCall)['input']
  type Output = (typeof updateUserCall)['output']
  type Work = Parameters<typeof serveCall<Input, Output>>[3]
  expectTypeOf<Parameters<Work>[0]>().toEqualTypeOf<z.output<Input>>()
  expectTypeOf<Parameters<Work>[0]['vid']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<Awaited<ReturnType<Work>>>().toEqualTypeOf<{ success: true; id: string }>()
})

import { expectTypeOf, test } from 'vitest'
import type { EntityPolicy, FieldName, Rule } from '../access/define-policy.ts'
import type { Role } from '../access/roles.ts'
import type { Row } from './registry.ts'

// Checked by the compiler (`npm run types`): the registry's types reach rules, forms and tables without casts.
type ShipmentState =
  | 'odottaa_noutoa'
  | 'odottaa_siirtoa'
  | 'siirto'
  | 'siirretty'
  | 'kuljetuksessa'
  | 'toimitettu'
  | 'myohassa'
  | 'peruutettu'

test('values have the types of their fields', () => {
  expectTypeOf<Row<'lahetys'>['tila']>().toEqualTypeOf<ShipmentState>()
  expectTypeOf<Row<'lahetys'>['varauma']>().toEqualTypeOf<'' | 'lava' | 'pakettiauto'>()
  expectTypeOf<Row<'lahetys'>['nouto_nimi']>().toEqualTypeOf<string>()
  expectTypeOf<Row<'lahetys'>['viesti']>().toEqualTypeOf<string>()
  expectTypeOf<Row<'lahetys'>['yksikkopaino']>().toEqualTypeOf<number>()
  expectTypeOf<Row<'lahetys'>['toivottu_toimitus']>().toEqualTypeOf<number>()
  expectTypeOf<Row<'tilaus'>['tilauksen_tila']>().toEqualTypeOf<'uusi' | 'kuljetuksessa' | 'toimitettu' | 'laskutettu'>()
  expectTypeOf<Row<'tilaus'>['tilausnro']>().toEqualTypeOf<number>()
  expectTypeOf<Row<'tilaus'>['avoin']>().toEqualTypeOf<boolean>()
  expectTypeOf<Row<'tuntituote'>['tila']>().toEqualTypeOf<'odottaa_noutoa' | 'kuljetuksessa' | 'toimitettu' | 'peruutettu'>()
  expectTypeOf<Row<'postiosoite'>['tyyppi']>().toEqualTypeOf<('nouto' | 'toimitus' | 'kaynti' | 'reitti')[]>()
  expectTypeOf<Row<'postiosoite'>['lat']>().toEqualTypeOf<number | null>()
  expectTypeOf<Row<'user'>['user_roles']>().toEqualTypeOf<Role[]>()
  expectTypeOf<Row<'vuokraus'>['laskutuspaiva']>().toEqualTypeOf<'15' | 't'>()
  expectTypeOf<Row<'reitti'>['laskutuspaivat']>().toEqualTypeOf<('15' | 't')[]>()
  expectTypeOf<Row<'reitti'>['viikonpaivat']>().toEqualTypeOf<number[]>()
  expectTypeOf<Row<'reitti'>['hinnat']>().toEqualTypeOf<Record<string, number>>()
  expectTypeOf<Row<'tyoreitti'>['lisatiedot']>().toEqualTypeOf<{ value: string }>()
  // A mark is not part of the row, since it differs between viewers.
  expectTypeOf<Row<'notification'>>().not.toHaveProperty('is_dismissed')
  expectTypeOf<Row<'auto'>['status']>().toEqualTypeOf<0 | 1>()
})

test('stored relations are ids; inverse ones are not in the row', () => {
  expectTypeOf<Row<'tilaus'>['asiakas']>().toEqualTypeOf<string | null>()
  expectTypeOf<Row<'lahetys'>['kuljettaja']>().toEqualTypeOf<string | null>()
  expectTypeOf<Row<'lahetys'>['kuvat']>().toEqualTypeOf<string[]>()
  expectTypeOf<Row<'v_o_kuittaus'>['lahetykset']>().toEqualTypeOf<string[]>()
  expectTypeOf<Row<'tilaus'>>().not.toHaveProperty('lahetykset')
  expectTypeOf<Row<'lahetys'>>().not.toHaveProperty('kuittaukset')
  // @ts-expect-error there is no such field
  expectTypeOf<Row<'lahetys'>['tilla']>().toBeNever()
})

test('the policy table accepts only names that the entity has', () => {
  expectTypeOf<'tila'>().toExtend<FieldName<'lahetys'>>()
  expectTypeOf<'kuljettaja'>().toExtend<FieldName<'lahetys'>>()
  expectTypeOf<'tilausnro'>().not.toExtend<FieldName<'lahetys'>>()
  // @ts-expect-error a shipment has no order number to hide
  const wrong: Rule<'lahetys'> = { read: 'all', hide: ['tilausnro'] }
  expectTypeOf(wrong).toEqualTypeOf<Rule<'lahetys'>>()
})

test('a policy has a cell for every role', () => {
  const cell = { read: 'none' } as const
  // @ts-expect-error no cell for huolto
  const lacking: EntityPolicy<'auto'> = { yllapito: cell, kuljettaja: cell, asiakas: cell, asiakas_yllapito: cell }
  expectTypeOf(lacking).toEqualTypeOf<EntityPolicy<'auto'>>()
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { BaseRow, Entity } from '#domain/define-entity.ts'
import { hourlyTransitions, orderTransitions, shipmentTransitionsOf } from '#domain/entities/order/order.states.ts'
import { entityNames, type Row, registry } from '#domain/registry.ts'
import { rules } from '#domain/rules.ts'
import { features } from '#domain/runtime-config.ts'
import { businessId } from '#domain/values/checks.ts'
import { sumEuros } from '#domain/values/money.ts'
import { atTime, startOfDay } from '#domain/values/time.ts'
import type { Rules } from '../jsonapi/saving.ts'
import { signaturePicture } from '../orders/waybill/signature-picture.ts'
import type { Revision, Tables } from './book.ts'
import { businessIdOf } from './business-id.ts'
import { ordersPerDay } from './demo-orders.ts'
import { makeDemo } from './load-demo.ts'
import { ruleContext } from './order-life.ts'
import { towns } from './places.ts'
import { seededRandom } from './random.ts'
import { drawSignature } from './signature.ts'

const noon = atTime(1_795_252_800, 12)
const signatures = { save: () => undefined }
const demo = (now: number) => makeDemo(now, signatures).book.take()
const { tables, revisions } = demo(noon)
const byId = <R extends BaseRow>(rows: readonly R[]) => new Map(rows.map((row) => [row.id, row]))
const orderOf = byId(tables.tilaus)

const groupBy = <R>(rows: readonly R[], key: (row: R) => string) => {
  const groups = new Map<string, R[]>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return groups
}
const shipmentsOf = groupBy(tables.lahetys, (row) => row.tilaus ?? '')
const jobsOf = groupBy(tables.tuntituote, (row) => row.tilaus ?? '')

function faultsOf(name: keyof Tables, row: Readonly<Record<string, unknown>>): string[] {
  const entity: Entity = registry[name]
  return Object.entries(entity.fields).flatMap(([key, field]) => {
    const value = row[key]
    if ((field.kind === 'text' || field.kind === 'area') && typeof value === 'string') {
      if (field.required && value === '') return [`${name}.${key} is missing`]
      if (value.length > field.max || value.trim() !== value) return [`${name}.${key}: ${value}`]
      const checked = value === '' ? { value } : field.check?.(value)
      return checked && !('value' in checked && checked.value === value) ? [`${name}.${key}: ${value}`] : []
    }
    if (field.kind === 'integer' || field.kind === 'decimal' || field.kind === 'money') {
      const ok = typeof value === 'number' && value >= field.min && value <= field.max && Number(value.toFixed(field.scale)) === value
      return ok ? [] : [`${name}.${key}: ${value}`]
    }
    if (field.kind === 'choice') return Object.keys(field.values).includes(String(value)) ? [] : [`${name}.${key}: ${value}`]
    if (field.kind === 'day') return value === 0 || value === startOfDay(Number(value)) ? [] : [`${name}.${key}: ${value}`]
    return []
  })
}

/** What the rules derive of a stored row is what it holds already, and they find no fault with it. */
function expectFixed(name: keyof Tables, row: BaseRow & Record<string, unknown>): void {
  // The rules of every entity in one table, as the engine runs them.
  const own = (rules as Rules)[name]
  const relations: Entity['relations'] = registry[name].relations
  const related = Object.fromEntries(
    (own?.needs ?? []).map((key) => {
      const relation = relations[key]
      const target = relation && relation.kind !== 'inverse' ? entityNames.find((one) => one === relation.to) : undefined
      return [key, target ? tables[target].filter(({ id }) => [row[key]].flat().includes(id)).map((found) => ({ ...found })) : []]
    }),
  )
  const change = { before: row, after: row }
  expect({ ...row, ...own?.derive?.(change, ruleContext({ by: null, at: row.changed }), related) }).toEqual(row)
  expect(own?.check?.(change, ruleContext({ by: null, at: row.changed }), related) ?? []).toEqual([])
}

describe('the demo company', () => {
  it('is the same every time for the same moment', () => {
    expect(JSON.stringify(demo(noon))).toBe(JSON.stringify({ tables, revisions }))
  })

  it.each([0, 7, 23])('has every state at %i o’clock of any weekday, and nothing lies ahead', (hour) => {
    for (let day = 0; day < 7; day++) {
      const now = atTime(noon + day * 86_400, hour, 1)
      const { tables, revisions } = makeDemo(now, null).book.take()
      expect(new Set(tables.tilaus.map((row) => row.tilauksen_tila)).size, `day ${day}`).toBe(4)
      expect(new Set(tables.lahetys.map((row) => row.tila)).size, `day ${day}`).toBe(8)
      expect(new Set(tables.tuntituote.map((row) => row.tila)).size, `day ${day}`).toBe(4)
      expect(
        tables.tilaus.filter((row) => row.avoin && row.toivottu_toimitus < startOfDay(now)).length,
        `late on day ${day}`,
      ).toBeGreaterThan(1)
      expect(revisions.filter(({ aika }) => aika > now)).toEqual([])
    }
  })

  it('holds only values that the definitions allow', () => {
    const faults = entityNames.flatMap((name) => tables[name].flatMap((row) => faultsOf(name, { ...row })))
    expect(faults).toEqual([])
  })

  it('refers only to rows of its own, and across lines only to the same customer', () => {
    const known = new Set(entityNames.flatMap((name) => tables[name].map((row) => row.id)))
    const faults = entityNames.flatMap((name) => {
      const entity: Entity = registry[name]
      return tables[name].flatMap((row) => {
        const values: Record<string, unknown> = { ...row }
        return Object.entries(entity.relations).flatMap(([key, relation]) => {
          if (relation.kind === 'inverse' || relation.to === 'tuntituote_tyyppi') return []
          const ids =
            relation.kind === 'many' ? (Array.isArray(values[key]) ? values[key] : ['?']) : values[key] === null ? [] : [values[key]]
          return ids.filter((id) => !known.has(String(id))).map((id) => `${name}.${key}: ${id}`)
        })
      })
    })
    expect(faults).toEqual([])
    const foreign = [...tables.lahetys, ...tables.tuntituote].filter((row) => orderOf.get(row.tilaus ?? '')?.asiakas !== row.asiakas)
    expect(foreign).toEqual([])
    const addresses = byId(tables.postiosoite)
    expect(tables.lahetys.filter((row) => row.nouto_osoite && addresses.get(row.nouto_osoite)?.asiakas !== row.asiakas)).toEqual([])
    const products = byId(tables.tuote)
    const others = tables.lahetys.filter((row) => ![null, row.asiakas].includes(products.get(row.tuote ?? '')?.asiakas ?? null))
    expect(others).toEqual([])
  })

  it('has real customers’ numbers: valid Y-tunnus, each its own', () => {
    const ids = tables.asiakas.map((row) => row.y_tunnus)
    expect(new Set(ids).size).toBe(40)
    for (const id of ids) expect(businessId(id)).toEqual({ value: id })
    expect(businessIdOf(1_234_567)).toBe('1234567-1')
    expect(new Set(tables.asiakas.map((row) => row.name)).size).toBe(40)
  })

  it('lies in real places', () => {
    const pairs = new Set(towns.map(({ code, town }) => `${code} ${town}`))
    expect(pairs.size).toBeGreaterThanOrEqual(60)
    const used = [
      ...tables.lahetys.flatMap((row) => [
        `${row.nouto_postinro} ${row.nouto_postitmp}`,
        `${row.toimitus_postinro} ${row.toimitus_postitmp}`,
      ]),
      ...[...tables.postiosoite, ...tables.laskutusosoite_posti].map((row) => `${row.field_postinumero} ${row.field_postitoimipaikka}`),
    ]
    expect(used.filter((pair) => !pairs.has(pair))).toEqual([])
  })

  it('stands at the fixed points of the rules', () => {
    for (const row of tables.lahetys) {
      const change = { before: row, after: row }
      const deed = { by: null, at: row.changed }
      expect({ ...row, ...rules.lahetys?.derive?.(change, ruleContext(deed), {}) }).toEqual(row)
      expect(rules.lahetys?.check?.(change, ruleContext(deed), {})).toEqual([])
    }
    const daily = ['notification', 'dokumentti', 'dokumentti_kuittaus', 'vuokraus', 'reitti', 'tyovuoro', 'tuntituote_toisto'] as const
    for (const name of daily) for (const row of tables[name]) expectFixed(name, { ...row })
    for (const row of tables.tuntituote) {
      const change = { before: row, after: row }
      const context = ruleContext({ by: null, at: row.changed })
      expect({ ...row, ...rules.tuntituote?.derive?.(change, context, {}) }).toEqual(row)
      expect(rules.tuntituote?.check?.(change, context, {})).toEqual([])
    }
    for (const row of tables.tilaus) {
      const still = <R>(rows: readonly R[] | undefined) => (rows ?? []).map((line) => ({ before: line, after: line }))
      const lines = { lahetykset: still(shipmentsOf.get(row.id)), tuntituotteet: still(jobsOf.get(row.id)) }
      const settled = rules.tilaus?.settle?.({ before: row, after: row }, lines, ruleContext({ by: null, at: row.changed }))
      expect(settled?.faults).toEqual([])
      expect({ ...row, ...settled?.set }).toEqual(row)
    }
    for (const row of tables.v_o_kuittaus) {
      const related = {
        lahetykset: tables.lahetys.filter(({ id }) => row.lahetykset.includes(id)),
        kuittaus: tables.file.filter(({ id }) => id === row.kuittaus),
      }
      const sums = rules.v_o_kuittaus?.derive?.({ before: null, after: row }, ruleContext({ by: null, at: row.created }), related)
      expect(sums?.tarkiste).toBe(row.tarkiste)
    }
  })

  it('moves states only as the tables allow', () => {
    const steps = (name: Revision['entiteetti'], field: string) =>
      revisions.flatMap(({ entiteetti, muutokset }) => {
        const [from, to] = (entiteetti === name && muutokset[field]) || [null, null]
        return from === null ? [] : [`${from} ${to}`]
      })
    const allowed = (table: readonly { from: readonly string[]; to: string }[]) =>
      new Set(table.flatMap(({ from, to }) => from.map((state) => `${state} ${to}`)))
    const outside = (name: Revision['entiteetti'], table: Parameters<typeof allowed>[0]) =>
      steps(name, 'tila').filter((step) => !allowed(table).has(step))
    expect(outside('lahetys', shipmentTransitionsOf(features))).toEqual([])
    expect(outside('tuntituote', hourlyTransitions)).toEqual([])
    const invoicing = steps('tilaus', 'tilauksen_tila').filter((step) => step.includes('laskutettu'))
    expect(invoicing.length).toBeGreaterThan(300)
    expect(invoicing.filter((step) => !allowed(orderTransitions).has(step))).toEqual([])
  })

  it('tells each row’s life in order', () => {
    const lives = groupBy(revisions, ({ rivi }) => rivi)
    for (const life of lives.values()) {
      expect(life.map(({ vid }) => vid)).toEqual(life.map((_one, index) => index + 1))
      expect(life.map(({ aika }) => aika)).toEqual(life.map(({ aika }) => aika).sort((a, b) => a - b))
    }
    const rows: BaseRow[] = entityNames.flatMap((name): BaseRow[] => tables[name])
    expect(rows.filter((row) => lives.get(row.id)?.at(-1)?.vid !== row.vid)).toEqual([])
    expect(rows.filter((row) => row.created > row.changed)).toEqual([])
  })

  it('invoices only what has a price and a billing address', () => {
    const invoiced: Row<'tilaus'>[] = tables.tilaus.filter((row) => row.tilauksen_tila === 'laskutettu')
    expect(invoiced.filter((row) => row.hinta === 0 || row.laskutus_nimi === '')).toEqual([])
    expect(tables.tilaus.some((row) => row.tilauksen_tila === 'toimitettu' && row.hinta === 0)).toBe(true)
    for (const table of [tables.laskutusosoite_email, tables.laskutusosoite_posti, tables.laskutusosoite_verkkolasku]) {
      expect(table.length).toBeGreaterThan(5)
    }
  })

  it('prices by the list what nobody has priced by hand, each with its calculation', () => {
    const logs = new Map(tables.hintalaskuri_log.map((log) => [log.tilaus ?? '', log]))
    const priced = tables.tilaus.filter((row) => row.hinta > 0 && !row.hinta_kasin)
    expect(priced.length).toBeGreaterThan(300)
    for (const { id, hinta } of priced) {
      const log = logs.get(id)
      expect(log?.tulos).toBe(hinta)
      expect(sumEuros(log?.vaiheet.map(({ summa }) => summa) ?? [])).toBe(hinta)
      const lines = [...(shipmentsOf.get(id) ?? []), ...(jobsOf.get(id) ?? [])].filter(({ tila }) => tila !== 'peruutettu')
      expect(sumEuros(lines.map((line) => line.hinta))).toBe(hinta)
    }
    expect(tables.tilaus.filter((row) => row.hinta_kasin).length).toBeGreaterThan(50)
  })

  it('has a group to invoice and one that waits for its last order', () => {
    const states = tables.tilaus_ryhma.map(({ id, hinta, asiakas }) => {
      const orders = tables.tilaus.filter(({ tilaus_ryhma }) => tilaus_ryhma === id)
      expect([hinta > 0, orders.length, orders.every((row) => row.asiakas === asiakas)]).toEqual([true, 2, true])
      return orders.map(({ tilauksen_tila }) => tilauksen_tila).sort()
    })
    expect(states).toEqual([
      ['toimitettu', 'toimitettu'],
      ['kuljetuksessa', 'toimitettu'],
    ])
  })

  it('is busier on weekdays, and 600 whatever the day', () => {
    for (let day = 0; day < 7; day++) {
      const counts = ordersPerDay(600, startOfDay(noon + day * 86_400))
      expect([...counts.values()].reduce((a, b) => a + b, 0)).toBe(600)
      expect([...counts.values()].every((count) => count >= 0)).toBe(true)
      expect([Math.min(...counts.keys()), Math.max(...counts.keys())]).toEqual([-60, 14])
    }
  })
})

it('agrees with the postal codes of GeoNames where the file is at hand', ({ skip }) => {
  const path = process.env.GEONAMES_FI
  if (!path) return skip('GEONAMES_FI does not name the file')
  const lines = readFileSync(path, 'utf8').split('\n')
  const real = new Set(
    lines.map((line) => line.split('\t')).map((cells) => [cells[1], cells[2], Number(cells[9]), Number(cells[10])].join(' ')),
  )
  expect(towns.filter(({ code, town, lat, lng }) => !real.has([code, town, lat, lng].join(' ')))).toEqual([])
})

it('draws signatures that the waybill can show', () => {
  const random = seededRandom(7)
  for (let nth = 0; nth < 5; nth++) expect(signaturePicture(drawSignature(random))).toMatch(/^data:image\/png;base64,/)
})

// Orders with several places (rules/orders.md#several-places): no data is lost, and no shipment gets an address that nobody chose.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jobFields, jobSharedFields } from '#domain/entities/hourly/hourly.form.ts'
import { dispatcherFields, pick } from '#domain/entities/order/order.rows.ts'
import { blankRow as blankDomainRow } from '#domain/testing/blank-row.ts'
import { type End, ends } from '#domain/values/place/place.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { clonedOrder } from '../clone-order.ts'
import { labelOf, orderFaults } from '../order-check.ts'
import { contentOf, contentRead, editsOf, withContent } from '../order-content.ts'
import { orderSave } from '../order-save.ts'
import { type OrderValues, placeWith, shipmentOf, valuesOf, workOf } from '../order-values.ts'
import { legsOf } from '../use-legs.ts'
import {
  countElsewhere,
  linesAt,
  mergedInto,
  movedLine,
  placesOnlyOf,
  withCopy,
  withEarlierPlaces,
  withLinesBack,
  withoutLines,
  withPlace,
} from './order-places.ts'

let count = 0
const newId = () => `new-${++count}`
const context = { asiakas: 'c1', mayPrice: true, mayPlan: true }
const operationsOf = (values: OrderValues) => orderSave(values, context).operations
const monday = midnightOf('2026-11-23')

const towns = ['Kouvola', 'Kotka', 'Lahti'] as const
const anyPickup = fc.record({
  nouto_nimi: fc.constantFrom('Varasto', 'Tehdas'),
  nouto_postitmp: fc.constantFrom('Tampere', 'Hollola'),
  nouto_osoite: fc.constantFrom(null, 'saved-1'),
  nouto_yhteyshenkilo_etunimi: fc.constantFrom('', 'Maija'),
})
const anyNote = { viite: fc.constantFrom('', 'A', 'B'), viesti: fc.constantFrom('', 'Ovi 3') }
const anyShipment = fc
  .record({
    pickup: anyPickup,
    toimitus_nimi: fc.constantFrom('Kauppa', 'Hotelli'),
    toimitus_postitmp: fc.constantFrom(...towns),
    toimitus_osoite2: fc.constantFrom('', 'B-porras'),
    toimitus_yhteyshenkilo_email: fc.constantFrom('', 'liisa@hoyry.fi'),
    ...anyNote,
    toivottu_toimitus: fc.constantFrom(0, monday),
    pituus: fc.constantFrom(0, 1205),
    yksikkopaino: fc.constantFrom(0, 0.25, 120),
    maara: fc.integer({ min: 0, max: 3 }),
    kuvaus: fc.constantFrom('', 'Putkia'),
    palveluaika: fc.constantFrom(0, 20),
    luvattu_aika: fc.constantFrom(0, monday + 36_000),
  })
  .map(({ pickup, ...own }) => ({ ...blankDomainRow('lahetys'), ...pickup, ...own }))
const anyJob = fc
  .record({
    pickup: anyPickup,
    tyyppi: fc.constantFrom('aika' as const, 'matka' as const, 'maara' as const),
    aika: fc.nat(600),
    matka: fc.nat(90),
    maara: fc.nat(9),
    toimituspaiva: fc.constantFrom(0, monday),
    ...anyNote,
  })
  .map(({ pickup, ...own }) => ({ ...blankDomainRow('tuntituote'), ...pickup, ...own }))
const numbered = <L extends object>(prefix: string, lines: readonly L[]) =>
  lines.map((line, index) => ({ ...line, id: `${prefix}${index}`, vid: index + 2, drupal_internal__id: index + 1 }))
const stored = (shipments: Parameters<typeof valuesOf>[1], jobs: Parameters<typeof valuesOf>[2]) =>
  valuesOf({ ...blankDomainRow('tilaus'), id: 'order', vid: 3 }, shipments, jobs, newId)
/** Any order that an imported file or an API client may have stored. */
const anyOrder = fc
  .record({ shipments: fc.array(anyShipment, { minLength: 1, maxLength: 5 }), jobs: fc.array(anyJob, { maxLength: 2 }) })
  .map(({ shipments, jobs }) => ({ shipments: numbered('s', shipments), jobs: numbered('j', jobs) }))
const anyForm = anyOrder.map(({ shipments, jobs }) => stored(shipments, jobs))
const anyEnd = fc.constantFrom(...ends)

/** What a save would store of each line, by its id. */
const linesOf = (values: OrderValues) =>
  new Map<string, object>([
    ...values.rows.map((row) => [row.id, shipmentOf(values, row)] as const),
    ...values.jobs.map((job) => [job.id, workOf(values, job)] as const),
  ])
const changed = (before: OrderValues, after: OrderValues): string[] => {
  const then = linesOf(before)
  return [...linesOf(after)].filter(([id, line]) => JSON.stringify(line) !== JSON.stringify(then.get(id))).map(([id]) => id)
}

describe('an unedited order', () => {
  test('saves nothing, also when its lines have different places, references and days', () => {
    fc.assert(
      fc.property(anyForm, (values) => {
        expect(operationsOf(values)).toEqual([])
      }),
    )
  })

  test('shows every line as it is stored, and each place once', () => {
    fc.assert(
      fc.property(anyOrder, ({ shipments, jobs }) => {
        const values = stored(shipments, jobs)
        for (const row of values.rows) {
          const shipment = shipments.find(({ id }) => id === row.id)
          expect(shipmentOf(values, row)).toEqual({ id: row.id, ...(shipment && pick(shipment, dispatcherFields)) })
        }
        for (const job of values.jobs) {
          const saved = jobs.find(({ id }) => id === job.id)
          expect(workOf(values, job)).toEqual({ id: job.id, ...(saved && pick(saved, [...jobSharedFields, ...jobFields])) })
        }
        for (const end of ends) expect(new Set(values[end].map(({ key }) => key)).size).toBe(values[end].length)
        expect(values.toimitus.length).toBeLessThanOrEqual(shipments.length)
      }),
    )
  })
})

describe('an edit', () => {
  test('of one place changes exactly the lines that use it', () => {
    fc.assert(
      fc.property(anyForm, anyEnd, fc.nat(), (values, end, at) => {
        const position = at % values[end].length
        const place = values[end][position]
        if (!place) throw new Error('A form has a place of each kind.')
        const edited = { ...values, [end]: values[end].with(position, { ...place, osoite1: 'Uusi katu 1', osoite: null }) }
        const updated = operationsOf(edited).map((operation) => (operation.op === 'update' ? operation.data.id : operation.op))
        expect(new Set(updated)).toEqual(linesAt(values, end, place.key))
        const fields = new Set(
          operationsOf(edited).flatMap((operation) => ('data' in operation ? Object.keys(operation.data.attributes ?? {}) : [])),
        )
        expect([...fields].filter((field) => field !== 'vid')).toEqual([`${end}_osoite1`])
      }),
    )
  })

  test('of the order’s reference changes exactly the lines without a reference', () => {
    fc.assert(
      fc.property(anyForm, (values) => {
        const following = [...values.rows, ...values.jobs].filter(({ own }) => own.viite === null).map(({ id }) => id)
        expect(changed(values, { ...values, viite: 'Uusi' })).toEqual(following)
      }),
    )
  })

  test('that moves a row to another place, or all rows to one, changes only those rows, and can be undone', () => {
    fc.assert(
      fc.property(anyForm, anyEnd, fc.nat(), fc.nat(), (values, end, at, which) => {
        const place = values[end][at % values[end].length]
        const row = values.rows[which % values.rows.length]
        if (!place || !row) throw new Error('A form has a place and a row.')
        const moved = { ...values, ...movedLine(values, end, row.id, place.key) }
        expect(changed(values, moved)).toEqual(row[end] === place.key ? [] : [row.id])
        const merged = { ...values, ...mergedInto(values, end, place.key) }
        expect(merged[end]).toEqual([place])
        expect(changed(values, merged)).toHaveLength(countElsewhere(values, end, place.key))
        for (const after of [moved, merged]) {
          // Text typed meanwhile stays.
          const back = { ...after, viite: 'Uusi', ...withEarlierPlaces(after, values, end) }
          expect({ ...back, viite: values.viite }).toEqual(values)
        }
      }),
    )
  })

  test('that removes rows keeps the places of the others, and can be undone', () => {
    fc.assert(
      fc.property(anyForm, fc.infiniteStream(fc.boolean()), (values, choices) => {
        const ids = new Set([...values.rows, ...values.jobs].filter(() => choices.next().value).map(({ id }) => id))
        const left = { ...values, ...withoutLines(values, ids) }
        expect(changed(values, left)).toEqual([])
        const removed = operationsOf(left).map((operation) => (operation.op === 'remove' ? operation.ref.id : operation.op))
        expect(new Set(removed)).toEqual(ids)
        expect({ ...left, ...withLinesBack(left, values, ids) }).toEqual(values)
      }),
    )
  })

  test('that adds a place or a copy changes no existing shipment; the copy keeps the places of its original', () => {
    fc.assert(
      fc.property(anyForm, fc.nat(), fc.constantFrom(...ends), (values, which, end) => {
        const { row: added, place, ...lists } = withPlace(values, end, newId)
        const more = { ...values, ...lists }
        expect(changed(values, more)).toEqual([added])
        expect(more[end].map(({ key }) => key)).toEqual([...values[end].map(({ key }) => key), place])
        expect(more.rows.at(-1)).toMatchObject({ id: added, [end]: place })
        expect(placesOnlyOf(more, new Set([added]))).toEqual([{ end, position: values[end].length }])

        const line = values.saved?.lines[which % values.rows.length]
        if (!line) throw new Error('A stored order has lines.')
        for (const form of [values, { ...values, ...withoutLines(values, new Set([line.id])) }]) {
          const { row: copy, ...change } = withCopy(form, line, newId)
          const copied = { ...form, ...change }
          expect(changed(form, copied)).toEqual([copy])
          expect(linesOf(copied).get(copy)).toEqual({ ...pick(line, dispatcherFields), id: copy })
        }
      }),
    )
  })
})

test('a copy of an order keeps the content and places of each shipment', () => {
  fc.assert(
    fc.property(anyOrder, ({ shipments, jobs }) => {
      const places = { nouto: [], toimitus: [] }
      const read = { order: blankDomainRow('tilaus'), shipments, jobs }
      const copy = clonedOrder(read, { only: undefined, products: [], places, locks: false, now: monday, newId })
      // A reference to a removed saved address is dropped.
      const unsaved = (line: object) => ({ ...line, id: '', nouto_osoite: null, palveluaika: 0, luvattu_aika: 0 })
      expect([...linesOf(copy).values()].map(unsaved)).toEqual([...linesOf(stored(shipments, jobs)).values()].map(unsaved))
      expect(operationsOf(copy).every(({ op }) => op === 'add')).toBe(true)
    }),
  )
})

describe('somebody else’s change', () => {
  /** Each line of a form keeps its place on one of the two forms or, when it is new, the place where somebody typed it. */
  const doorOf = (values: OrderValues, end: End, id: string): string | undefined => {
    const line = [...values.rows, ...values.jobs].find((one) => one.id === id)
    const key = line && (end === 'nouto' ? line.nouto : 'toimitus' in line ? line.toimitus : undefined)
    if (key === undefined) return undefined
    const { key: _, saveAs: __, ...place } = placeWith(values[end], key)
    return JSON.stringify(place)
  }

  test('without differences leaves the typed form unchanged', () => {
    fc.assert(
      fc.property(anyForm, (values) => {
        expect(contentRead(values)).toEqual(contentOf(values))
        expect(withContent(values, contentOf(values), values)).toEqual(values)
        expect(editsOf(values, values)).toEqual(values)
      }),
    )
  })

  test('moves a new row together with the shipments at its place', () => {
    const [line] = numbered('s', [{ ...blankDomainRow('lahetys'), toimitus_nimi: 'Kauppa' }])
    if (!line) throw new Error('There is one.')
    const read = stored([line], [])
    const yours = { ...read, ...withCopy(read, line, newId) }
    const theirs = stored([{ ...line, vid: 9, toimitus_nimi: 'Hotelli' }], [])
    const merged = withContent(yours, { ...contentOf(yours), toimitus: contentOf(theirs).toimitus }, theirs)
    expect(merged.toimitus).toMatchObject([{ nimi: 'Hotelli' }])
    expect(merged.rows).toHaveLength(2)
  })

  test('never sends a shipment to an address that neither person chose for it', () => {
    fc.assert(
      fc.property(anyForm, anyForm, fc.infiniteStream(fc.boolean()), (yours, theirs, choices) => {
        const [own, other] = [contentOf(yours), contentOf(theirs)]
        const merged = { ...own }
        for (const field of ['nouto', 'toimitus', 'rows', 'jobs'] as const)
          if (choices.next().value) Object.assign(merged, { [field]: other[field] })
        const form = withContent(yours, merged, theirs)
        for (const end of ends) {
          for (const { id } of end === 'nouto' ? [...form.rows, ...form.jobs] : form.rows) {
            expect([doorOf(yours, end, id), doorOf(theirs, end, id)]).toContain(doorOf(form, end, id))
          }
        }
      }),
    )
  })
})

test('each place is validated and named separately, and each pair of places is a separate leg', () => {
  const [first, second] = numbered('s', [
    { ...blankDomainRow('lahetys'), toimitus_nimi: 'Kauppa' },
    { ...blankDomainRow('lahetys'), toimitus_nimi: 'Hotelli', toimitus_postinro: '00' },
  ])
  if (!first || !second) throw new Error('There are two.')
  const values = stored([first, second], [])
  const faults = orderFaults(values, { now: monday, mayBePast: false })
  expect(faults['toimitus.1.postinro']).toBeTruthy()
  expect(faults['toimitus.1.nimi']).toBeUndefined()
  expect(labelOf(values, 'toimitus.1.postinro')).toBe('Toimitus 2, postinumero')
  expect(labelOf(values, 'nouto.0.nimi')).toBe('Nouto, nimi')
  expect(legsOf(values).map(({ to }) => to.nimi)).toEqual(['Kauppa', 'Hotelli'])
  const { fieldOf, operations } = orderSave({ ...values, viite: 'A' }, context)
  expect(operations).toHaveLength(2)
  expect(fieldOf('/atomic:operations/1/data/attributes/toimitus_postinro')).toBe('toimitus.1.postinro')
})

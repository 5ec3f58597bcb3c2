import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { midnightOf } from '../../values/time/time.ts'
import { fillFromProduct, formFields, goodsFields, lockedSizes, type NewShipment, pick, planLines, sharedFields } from './order.rows.ts'

const blank: NewShipment = pick(blankRow('lahetys'), formFields)

// Few values for each field, so that equal rows are generated often.
const anyContent: fc.Arbitrary<NewShipment> = fc
  .record({
    nouto_nimi: fc.constantFrom('', 'Varasto', 'Tehdas'),
    toimitus_osoite1: fc.constantFrom('Katu 1', 'Katu 2'),
    toivottu_toimitus: fc.constantFrom(0, midnightOf('2026-03-10')),
    nouto_osoite: fc.constantFrom(null, 'o1'),
    tyyppi: fc.constantFrom('muu' as const, 'paketti' as const),
    maara: fc.integer({ min: 1, max: 3 }),
    yksikkopaino: fc.constantFrom(0.5, 10),
  })
  .map((values) => ({ ...blank, ...values }))
type Line = NewShipment & { id: string }
const lines = (ids: readonly string[]): fc.Arbitrary<Line[]> =>
  fc.tuple(...ids.map((id) => anyContent.map((content) => ({ ...content, id }))))
const savedIds = ['a', 'b', 'c', 'd']
/** Stored lines, and a form from which some have been removed and to which some have been added, in any order. */
const anyChange = fc.record({
  saved: lines(savedIds).map((list) => list.map((line, index) => ({ ...line, vid: index + 5 }))),
  form: lines([...savedIds, 'new-1', 'new-2']).chain((list) => fc.shuffledSubarray(list)),
})

describe('goods rows and shipments', () => {
  test('lines are matched by id, and a line never gets the content of another one', () => {
    fc.assert(
      fc.property(anyChange, ({ saved, form }) => {
        const { add, update, remove } = planLines<NewShipment>(saved, form, formFields)
        const versions = new Map(saved.map(({ id, vid }) => [id, vid]))
        for (const { id, vid } of [...update, ...remove]) expect(versions.get(id)).toBe(vid)
        const after = saved
          .filter(({ id }) => !remove.some((gone) => gone.id === id))
          .map(({ vid: _, ...line }) => ({ ...line, ...update.find(({ id }) => id === line.id)?.set }))
        const byId = (list: readonly Line[]) => list.toSorted((one, other) => one.id.localeCompare(other.id))
        expect(byId([...after, ...add])).toEqual(byId(form))
      }),
    )
  })

  test('only changed fields are written, and an unedited form writes nothing', () => {
    fc.assert(
      fc.property(anyChange, ({ saved, form }) => {
        expect(planLines<NewShipment>(saved, saved, formFields)).toEqual({ add: [], update: [], remove: [] })
        for (const { id, set } of planLines<NewShipment>(saved, form, formFields).update) {
          const line = saved.find((stored) => stored.id === id)
          for (const [field, value] of Object.entries(set)) expect(Reflect.get(line ?? {}, field)).not.toBe(value)
        }
      }),
    )
  })

  test('a new row does not copy state, driver, price or images', () => {
    const row = { ...blankRow('lahetys', { kuljettaja: 'k', auto: 'a', tila: 'kuljetuksessa', hinta: 50, kuvat: ['f'] }), id: 'new' }
    const [added] = planLines<NewShipment>([], [row], formFields).add
    expect(Object.keys(added ?? {}).sort()).toEqual(['id', ...sharedFields, ...goodsFields].sort())
  })
})

describe('a saved product', () => {
  const product = blankRow('tuote', {
    id: 'p1',
    tyyppi: 'paketti',
    pituus: 300,
    leveys: 200,
    korkeus: 100,
    paino: 4.5,
    kuvaus: 'Laatikko',
    lukitse_paino: true,
    lukitse_pituus: true,
  })

  test('fills a row and keeps its pieces', () => {
    const row = fillFromProduct({ ...blank, maara: 7, varauma: 'lava' }, product)
    expect(row).toMatchObject({
      tuote: 'p1',
      tyyppi: 'paketti',
      pituus: 300,
      leveys: 200,
      korkeus: 100,
      yksikkopaino: 4.5,
      kuvaus: 'Laatikko',
      maara: 7,
      varauma: 'lava',
    })
  })

  test('locks the sizes that its flags name', () => {
    expect(lockedSizes(product)).toEqual(['pituus', 'yksikkopaino'])
    expect(lockedSizes(blankRow('tuote'))).toEqual([])
  })
})

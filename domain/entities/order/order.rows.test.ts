import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { midnightOf } from '../../values/time.ts'
import {
  fillFromProduct,
  type GoodsRow,
  goodsFields,
  goodsOf,
  lockedSizes,
  type NewShipment,
  type OrderGoods,
  planShipments,
  type SavedShipment,
  type SharedGoods,
  sharedFields,
} from './order.rows.ts'

const blank: NewShipment = blankRow('lahetys')
const takeShared = (from: SharedGoods) => Object.fromEntries(sharedFields.map((field) => [field, from[field]]))
const takeRow = (from: GoodsRow) => Object.fromEntries(goodsFields.map((field) => [field, from[field]]))

// Few values each, so that equal ones meet often.
const anyShared: fc.Arbitrary<SharedGoods> = fc
  .record({
    nouto_nimi: fc.constantFrom('', 'Varasto', 'Tehdas'),
    toimitus_osoite1: fc.constantFrom('Katu 1', 'Katu 2'),
    viesti: fc.constantFrom('', 'Soita'),
    viite: fc.constantFrom('', 'V1'),
    toivottu_toimitus: fc.constantFrom(0, midnightOf('2026-03-10')),
    nouto_osoite: fc.constantFrom(null, 'o1'),
  })
  .map((values) => ({ ...blank, ...values }))
const anyRow: fc.Arbitrary<GoodsRow> = fc
  .record({
    tyyppi: fc.constantFrom('muu' as const, 'paketti' as const, 'rullakko' as const),
    maara: fc.integer({ min: 1, max: 3 }),
    yksikkopaino: fc.constantFrom(0.5, 10),
    tuote: fc.constantFrom(null, 'p1'),
    kuvaus: fc.constantFrom('', 'Hauras'),
    varauma: fc.constantFrom('' as const, 'lava' as const),
  })
  .map((values) => ({ ...blank, ...values }))
const anyForm: fc.Arbitrary<OrderGoods> = fc.record({ shared: anyShared, rows: fc.array(anyRow, { maxLength: 5 }) })
// What the API may have stored: places differ, the list comes in any order.
const anySaved: fc.Arbitrary<SavedShipment[]> = fc
  .array(fc.tuple(anyShared, anyRow), { maxLength: 5 })
  .map((pairs) => pairs.map(([shared, row], index) => ({ ...blank, ...takeShared(shared), ...takeRow(row), ...numbered(index) })))
  .chain((saved) => fc.shuffledSubarray(saved, { minLength: saved.length }))

function numbered(index: number) {
  return { id: `id-${index}`, vid: index + 5, drupal_internal__id: 100 + index }
}
const byNumber = (saved: readonly SavedShipment[]) => [...saved].sort((a, b) => a.drupal_internal__id - b.drupal_internal__id)

/** Does what the server would. */
function saveAll(saved: readonly SavedShipment[], form: OrderGoods): SavedShipment[] {
  const { add, update, remove } = planShipments(saved, form)
  const kept = byNumber(saved)
    .filter(({ id }) => !remove.some((gone) => gone.id === id))
    .map((shipment) => ({ ...shipment, ...update.find(({ id }) => id === shipment.id)?.set }))
  return [...kept, ...add.map((values, index) => ({ ...values, id: `new-${index}`, vid: 1, drupal_internal__id: 1000 + index }))]
}

describe('product rows and shipments', () => {
  test('what was saved is what the form shows again', () => {
    fc.assert(
      fc.property(anySaved, anyForm, (saved, form) => {
        const after = goodsOf(saveAll(saved, form))
        if (form.rows.length === 0) expect(after).toBeNull()
        else {
          expect(after?.rows).toEqual(form.rows.map((row) => takeRow(row)))
          expect(after?.shared).toEqual(takeShared(form.shared))
        }
      }),
    )
  })

  test('a form as it was opened changes nothing, even where the saved places differ', () => {
    fc.assert(
      fc.property(anySaved, (saved) => {
        const form = goodsOf(saved)
        fc.pre(form !== null)
        if (form) expect(planShipments(saved, form)).toEqual({ add: [], update: [], remove: [] })
      }),
    )
  })

  test('there are as many shipments as rows; no id is invented, none is kept and removed', () => {
    fc.assert(
      fc.property(anySaved, anyForm, (saved, form) => {
        const { add, update, remove } = planShipments(saved, form)
        expect(saved.length - remove.length + add.length).toBe(form.rows.length)
        expect(add.length === 0 || remove.length === 0).toBe(true)
        const versions = new Map(saved.map(({ id, vid }) => [id, vid]))
        for (const { id, vid } of [...update, ...remove]) expect(versions.get(id)).toBe(vid)
        expect(update.filter(({ id }) => remove.some((gone) => gone.id === id))).toEqual([])
        expect(new Set([...update, ...remove].map(({ id }) => id)).size).toBe(update.length + remove.length)
        for (const values of add) expect(Object.keys(values).sort()).toEqual([...sharedFields, ...goodsFields].sort())
      }),
    )
  })

  test('row n goes to the n-th shipment made, and only what differs is written', () => {
    fc.assert(
      fc.property(anySaved, anyForm, (saved, form) => {
        const { update, remove } = planShipments(saved, form)
        const inOrder = byNumber(saved)
        expect(remove).toEqual(inOrder.slice(form.rows.length).map(({ id, vid }) => ({ id, vid })))
        for (const { id, set } of update) {
          const position = inOrder.findIndex((shipment) => shipment.id === id)
          expect(position).toBeLessThan(form.rows.length)
          expect(set).not.toEqual({})
          expect(inOrder[position]).not.toMatchObject(set)
          expect({ ...inOrder[position], ...set }).toMatchObject(takeRow(form.rows[position] ?? blank))
        }
      }),
    )
  })

  test('a corrected weight leaves different places alone; a corrected place goes to all', () => {
    const saved: SavedShipment[] = [
      { ...blank, ...numbered(0), toimitus_nimi: 'Kuopio' },
      { ...blank, ...numbered(1), toimitus_nimi: 'Oulu' },
    ]
    const form = goodsOf(saved)
    if (!form) throw new Error('two rows')
    const heavier = { ...form, rows: form.rows.map((row) => ({ ...row, yksikkopaino: 9 })) }
    expect(planShipments(saved, heavier).update.map(({ set }) => set)).toEqual([{ yksikkopaino: 9 }, { yksikkopaino: 9 }])
    const moved = { ...form, shared: { ...form.shared, toimitus_nimi: 'Lahti' } }
    expect(planShipments(saved, moved).update.map(({ set }) => set)).toEqual([{ toimitus_nimi: 'Lahti' }, { toimitus_nimi: 'Lahti' }])
  })

  test('a new row has nothing of a saved one’s life', () => {
    const saved = [
      { ...blankRow('lahetys', { kuljettaja: 'k', auto: 'a', tila: 'kuljetuksessa', hinta: 50, kuvat: ['f'] }), ...numbered(0) },
    ]
    const form = goodsOf(saved)
    if (!form) throw new Error('one row')
    const [added] = planShipments(saved, { ...form, rows: [...form.rows, ...form.rows] }).add
    for (const field of ['kuljettaja', 'auto', 'tila', 'hinta', 'kuvat', 'id', 'vid']) expect(added).not.toHaveProperty(field)
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

  test('locks the sizes it says', () => {
    expect(lockedSizes(product)).toEqual(['pituus', 'yksikkopaino'])
    expect(lockedSizes(blankRow('tuote'))).toEqual([])
  })
})

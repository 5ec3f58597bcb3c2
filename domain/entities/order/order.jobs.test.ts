import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { hourlyKinds } from '../hourly/hourly.entity.ts'
import { hourlyByCustomer } from './order.customer.ts'
import { type JobRow, jobFields, jobSharedFields, planJobs, type SavedJob, type SharedWork, workOf } from './order.jobs.ts'
import { pick, sharedFields } from './order.rows.ts'

const blank = blankRow('tuntituote')
const anyShared: fc.Arbitrary<SharedWork> = fc
  .record({
    nouto_nimi: fc.constantFrom('', 'Varasto', 'Kauppa'),
    viite: fc.constantFrom('', 'A'),
    toimituspaiva: fc.constantFrom(0, 1_774_908_000),
  })
  .map((values) => ({ ...pick(blank, jobSharedFields), ...values }))
const anyRow: fc.Arbitrary<JobRow> = fc.record({
  tuntituote_tyyppi: fc.constantFrom(null, 't1', 't2'),
  tyyppi: fc.constantFrom(...(Object.keys(hourlyKinds) as (keyof typeof hourlyKinds)[])),
  aika: fc.nat(600),
  matka: fc.nat(90),
  maara: fc.nat(9),
  selite: fc.constantFrom('', 'Purku'),
})
const anySaved: fc.Arbitrary<SavedJob[]> = fc
  .array(fc.tuple(anyShared, anyRow), { maxLength: 4 })
  .map((list) =>
    list.map(([shared, row], index) => ({ ...shared, ...row, id: `id-${index}`, vid: index + 1, drupal_internal__id: index + 1 })),
  )
const anyForm = fc.record({ shared: anyShared, jobs: fc.array(anyRow, { maxLength: 4 }) })

describe('extra work on the form', () => {
  test('is there once a row after the save, with what was typed, and only what differs is written', () => {
    fc.assert(
      fc.property(anySaved, anyForm, anyShared, (saved, form, shown) => {
        const { add, update, remove } = planJobs(saved, form, shown)
        expect(saved.length - remove.length + add.length).toBe(form.jobs.length)
        for (const { id, vid, set } of update) {
          const position = saved.findIndex((job) => job.id === id)
          expect(saved[position]?.vid).toBe(vid)
          expect(saved[position]).not.toMatchObject(set)
        }
        const after = saved.slice(0, form.jobs.length).map((job) => ({ ...job, ...update.find(({ id }) => id === job.id)?.set }))
        expect([...after, ...add].map((job) => pick<JobRow, keyof JobRow>(job, jobFields))).toEqual(form.jobs)
        for (const job of add) expect(pick<SharedWork, keyof SharedWork>(job, jobSharedFields)).toEqual(form.shared)
      }),
    )
  })

  test('keeps a place and day of its own until somebody changes the order’s', () => {
    fc.assert(
      fc.property(anySaved, anyShared, anyShared, (saved, shown, shared) => {
        const { update } = planJobs(saved, { shared, jobs: saved }, shown)
        const changed = jobSharedFields.filter((field) => shown[field] !== shared[field])
        for (const { set } of update) expect(changed).toEqual(expect.arrayContaining(Object.keys(set)))
        if (changed.length === 0) expect(update).toEqual([])
      }),
    )
  })

  test('is done at the pickup on the wished day, and is a customer’s to write', () => {
    const shared = pick(
      blankRow('lahetys', { nouto_nimi: 'Varasto', toimitus_nimi: 'Kauppa', toivottu_toimitus: 9, viite: 'A' }),
      sharedFields,
    )
    expect(workOf(shared)).toMatchObject({ nouto_nimi: 'Varasto', toimituspaiva: 9, viite: 'A' })
    expect(Object.keys(workOf(shared)).sort()).toEqual([...jobSharedFields].sort())
    expect(hourlyByCustomer).toEqual(expect.arrayContaining([...jobFields, ...jobSharedFields]))
  })
})

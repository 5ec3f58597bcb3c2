import { pick } from '#domain/entities/order/order.rows.ts'
import type { End } from '#domain/values/place/place.ts'
import { newId } from '../../data/row.ts'
import { type GoodsValues, type JobValues, type OrderContent, type OrderValues, placeWith, valuesOf } from './order-values.ts'
import { blankPlace, distinctPlaces, type Place, type PlaceValues, placeOf, placeTexts, samePlace } from './places/place-values.ts'

/** Each stored line's places, by its id. */
export type LinePlaces = Record<string, Place & Pick<PlaceValues, 'save'>>

/**
 * The part of an order's form that somebody else may change meanwhile, and that the conflict dialog compares. Places are compared by the
 * lines that use them, so that combining places of one version with rows of the other never sends a shipment to a wrong address.
 */
export type ComparedOrder = Omit<OrderContent, 'nouto' | 'toimitus' | 'rows' | 'jobs'> & {
  nouto: LinePlaces
  toimitus: LinePlaces
  rows: Omit<GoodsValues, End>[]
  jobs: Omit<JobValues, 'nouto' | 'terms'>[]
}

const comparedKeys = [...placeTexts, 'osoite', 'yhteyshenkilo', 'save'] as const

function linePlaces(values: OrderValues, end: End): LinePlaces {
  const { saved, rows, jobs } = values
  const keys = new Map<string, string>(
    end === 'nouto' ? [...rows, ...jobs].map((line) => [line.id, line.nouto]) : rows.map((row) => [row.id, row.toimitus]),
  )
  const stored = saved ? (end === 'nouto' ? [...saved.lines, ...saved.jobs] : saved.lines) : null
  // The lines of a stored order: a new row follows the others, and a row removed from the form is not a change of place.
  const ids = stored?.map(({ id }) => id) ?? [...keys.keys()]
  return Object.fromEntries(
    ids.map((id) => {
      const key = keys.get(id)
      if (key === undefined) return [id, { ...placeOf(end, stored?.find((line) => line.id === id) ?? {}), save: false }]
      return [id, pick(placeWith(values[end], key), comparedKeys)]
    }),
  )
}

/** The content compared in a conflict; terms that the form does not show are left out. */
export function contentOf(values: OrderValues): ComparedOrder {
  const { id: _, saved: __, seurantalinkki: ___, saa_jattaa: ____, ...content } = values
  return {
    ...content,
    nouto: linePlaces(values, 'nouto'),
    toimitus: linePlaces(values, 'toimitus'),
    rows: content.rows.map(({ nouto: _, toimitus: __, ...row }) => row),
    jobs: content.jobs.map(({ nouto: _, terms: __, ...job }) => job),
  }
}

/** The content of the form before anything was typed. */
export function contentRead(values: OrderValues): ComparedOrder {
  const { saved } = values
  if (!saved) return contentOf(values)
  const live = <L extends object>(lines: readonly L[]) => lines.map((line) => ({ ...line, tila: 'odottaa_noutoa' as const }))
  const { vid, created, hinta, laskettu, laskutus } = saved
  const order = { id: values.id, vid, created, hinta: hinta || laskettu, hinta_kasin: hinta > 0, ...laskutus }
  return contentOf(valuesOf(order, live(saved.lines), live(saved.jobs), newId))
}

/** The place on a form for a line; undefined when the line is not on the form or has no such place. */
function placeOn(form: OrderValues, end: End, id: string): PlaceValues | undefined {
  const row = form.rows.find((line) => line.id === id)
  const key = row ? row[end] : end === 'nouto' ? form.jobs.find((line) => line.id === id)?.nouto : undefined
  return key === undefined ? undefined : placeWith(form[end], key)
}

/**
 * The places of merged lines. A line that is not in the chosen content keeps its form's place; but a new line
 * follows the lines that share its place.
 */
function mergedPlaces(end: End, lines: readonly { id: string }[], chosen: LinePlaces, yours: OrderValues, stored: OrderValues) {
  const isStored = new Set([yours, stored].flatMap(({ saved }) => [...(saved?.lines ?? []), ...(saved?.jobs ?? [])].map(({ id }) => id)))
  const placeAt = (id: string): Place & { save: boolean } => {
    if (chosen[id]) return chosen[id]
    const place = placeOn(yours, end, id) ?? placeOn(stored, end, id)
    if (!place) throw new Error(`No place for the line ${id}`)
    if (isStored.has(id)) return place
    const beside = lines.flatMap((line) => {
      const there = placeOn(yours, end, line.id) === place ? chosen[line.id] : undefined
      return there ? [there] : []
    })
    const [first] = beside
    return first && beside.every((other) => samePlace(other, first)) ? first : place
  }
  return distinctPlaces(
    lines.map(({ id }) => ({ id, place: placeAt(id) })),
    (place) => asListed(place, end, yours),
  )
}

/** A place that was on the form keeps its key. Places of another form may have the same keys. */
function asListed(place: Place & { save: boolean }, end: End, form: OrderValues): PlaceValues {
  const known = form[end].find((listed) => samePlace(listed, place))
  if (known) return { ...known, save: place.save }
  const blank = blankPlace(newId)
  return { ...blank, ...place, key: blank.key }
}

/** Merged content back into a form, on top of the order as it is stored now. */
export function withContent(values: OrderValues, content: ComparedOrder, stored: OrderValues): OrderValues {
  const nouto = mergedPlaces('nouto', [...content.rows, ...content.jobs], content.nouto, values, stored)
  const toimitus = mergedPlaces('toimitus', content.rows, content.toimitus, values, stored)
  const terms = new Map(values.jobs.map((job) => [job.id, job.terms]))
  const keyOf = ({ keys }: typeof nouto, id: string): string => keys.get(id) ?? ''
  return {
    ...values,
    ...content,
    nouto: nouto.places.length > 0 ? nouto.places : values.nouto.slice(0, 1),
    toimitus: toimitus.places.length > 0 ? toimitus.places : values.toimitus.slice(0, 1),
    rows: content.rows.map((row) => ({ ...row, nouto: keyOf(nouto, row.id), toimitus: keyOf(toimitus, row.id) })),
    jobs: content.jobs.map((job) => ({ ...job, nouto: keyOf(nouto, job.id), terms: terms.get(job.id) ?? null })),
    saved: stored.saved,
  }
}

/** The typed form as edits of the order that was stored from an earlier state of the form. */
export function editsOf(values: OrderValues, stored: OrderValues): OrderValues {
  const placed = (end: End, id: string, key: string): Place & { save: boolean } => {
    const typed = placeWith(values[end], key)
    const unchanged = placeOn(stored, end, id)
    const { osoite, yhteyshenkilo } = typed.saveAs
    // The address and the contact that the order has created are not created again.
    const made = unchanged !== undefined && typed.save && unchanged.osoite === osoite
    const asStored = made
      ? { ...typed, save: false, osoite, yhteyshenkilo: unchanged.yhteyshenkilo === yhteyshenkilo ? yhteyshenkilo : typed.yhteyshenkilo }
      : typed
    return unchanged && samePlace(asStored, unchanged) ? unchanged : asStored
  }
  const nouto = Object.fromEntries([...values.rows, ...values.jobs].map((line) => [line.id, placed('nouto', line.id, line.nouto)]))
  const toimitus = Object.fromEntries(values.rows.map((row) => [row.id, placed('toimitus', row.id, row.toimitus)]))
  return withContent(values, { ...contentOf(values), nouto, toimitus }, stored)
}

import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { type Fault, faultKinds, RequestFault } from '#domain/errors.ts'
import { effectTotals } from '#domain/features/prices/change-effect.ts'
import { changedPrices, type ListPrices, listsFrom, successorName, unchangedAmounts } from '#domain/features/prices/changed-lists.ts'
import { listFor } from '#domain/features/prices/price-list.ts'
import {
  type changePriceListsCall,
  maxChangedLists,
  maxPreviewedOrders,
  type PriceListChangeInput,
  type PriceListPreview,
  type undoPriceListChangeCall,
} from '#domain/features/prices/price-list-change.ts'
import { formatDate } from '#domain/values/time/helsinki-clock.ts'
import { addDays, addMonths, dayOf, midnightOf, startOfDay } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { addRow, updateRow } from '#server/entities/engine.ts'
import { mapWithPauses } from '#server/platform/documents/tables/with-pauses.ts'
import {
  calculatedOrders,
  countOthersPriced,
  isListChangeUsed,
  type ListInForce,
  listsInForce,
  lockListChange,
  lockPriceLists,
  noteListChange,
  noteUndone,
} from './queries.ts'

/** A list that the change replaces, with what it becomes. */
type Replacement = { list: ListInForce; from: number; name: string; before: ListPrices; after: ListPrices }
type Planned = { lists: readonly ListInForce[]; replaced: readonly Replacement[]; tiiviste: string }

const refuse = (pointer: string, detail: string): never => {
  throw new RequestFault({ kind: 'invalid', pointer: `/${pointer}`, detail } satisfies Fault)
}

const pricesOf = (list: ListPrices): ListPrices => changedPrices(list, { prosentti: 0, polttoainelisa: null })

/** The new lists of a change; refuses one that changes nothing or names a list that does not apply. */
function planned(lists: readonly ListInForce[], input: PriceListChangeInput, now: number): Planned {
  const { ids, paiva, prosentti, polttoainelisa, nimi } = input
  const day = startOfDay(paiva)
  if (day < startOfDay(now)) refuse('paiva', 'Uudet hinnat voivat alkaa aikaisintaan tänään.')
  const byId = new Map(lists.map((list) => [list.id, list]))
  const all = listsFrom(lists, day)
  const chosen = ids ? all.filter(({ list }) => ids.includes(list.id)) : all
  const unknown = ids?.find((id) => !chosen.some(({ list }) => list.id === id))
  if (unknown) refuse('ids', `Hinnasto ${byId.get(unknown)?.name ?? ''} ei ole voimassa ${formatDate(day)}.`.replace('  ', ' '))
  if (chosen.length === 0) refuse('paiva', `${formatDate(day)} ei ole voimassa yhtään hinnastoa.`)
  if (chosen.length > maxChangedLists) refuse('ids', `Hinnastoja on ${chosen.length}. Valitse enintään ${maxChangedLists} kerrallaan.`)
  if (nimi !== '' && chosen.length > 1) refuse('nimi', 'Nimen voi antaa vain, kun hinnastoja on yksi.')
  // One list may also be copied as it is, for a new year.
  if (prosentti === 0 && polttoainelisa === null && ids?.length !== 1) refuse('prosentti', 'Anna muutos tai uusi polttoainelisä.')
  const replaced = chosen.flatMap(({ list: { id }, from }): Replacement[] => {
    const list = byId.get(id)
    if (!list) return []
    const before = pricesOf(list)
    return [{ list, from, name: nimi || successorName(list.name, from), before, after: changedPrices(list, { prosentti, polttoainelisa }) }]
  })
  const content = [day, prosentti, polttoainelisa, nimi, replaced.map(({ list, from }) => [list.id, list.vid, from])]
  return { lists, replaced, tiiviste: createHash('sha256').update(JSON.stringify(content)).digest('hex') }
}

/** The last whole calendar month: its first moment and that of the next month. */
function lastMonth(now: number): { from: number; to: number } {
  const to = midnightOf(`${dayOf(now).slice(0, 8)}01`)
  return { from: addMonths(to, -1), to }
}

/** What a change would create, and what last month's orders would have cost (rules/prices.md#changing-lists). */
export async function previewListChange(context: Context, viewer: Viewer, input: PriceListChangeInput): Promise<PriceListPreview> {
  const now = context.clock()
  const plan = planned(await listsInForce(context.pool, startOfDay(input.paiva)), input, now)
  const month = lastMonth(now)
  const orders = await calculatedOrders(context, viewer, { ...month, limit: maxPreviewedOrders + 1 })
  const replacements = new Map(plan.replaced.map(({ list, after }) => [list.id, after]))
  const totals = effectTotals()
  const day = startOfDay(input.paiva)
  await mapWithPauses(orders.slice(0, maxPreviewedOrders), (order) => {
    const before = listFor(plan.lists, order.asiakas, day)
    const after = before && replacements.get(before.id)
    if (before && after) totals.add(order, { before, after: { ...before, ...after } })
  })
  const names = new Map(orders.map(({ asiakas, nimi }) => [asiakas, nimi]))
  const { asiakkaat, ...sums } = totals.result()
  return {
    tiiviste: plan.tiiviste,
    hinnastot: plan.replaced.map(({ list, from, name, before, after }) => ({
      ...{ id: list.id, name: list.name, uusi_nimi: name, voimassa_alkaen: from },
      asiakas: list.asiakas === null ? null : { id: list.asiakas, name: list.asiakas_nimi ?? '' },
      ...{ ennen: before, jalkeen: after, ennallaan: unchangedAmounts(before, after, input) },
    })),
    kuukausi: { alku: month.from, loppu: addDays(month.to, -1) },
    ...sums,
    muita: await countOthersPriced(context, viewer, month),
    rajattu: orders.length > maxPreviewedOrders,
    asiakkaat: asiakkaat.map(({ asiakas, ...row }) => ({ asiakas: { id: asiakas, name: names.get(asiakas) ?? '' }, ...row })),
  }
}

type Saving = Pick<Context, 'engine' | 'clock'> & { client: PoolClient }

const reasonOf = ({ prosentti, polttoainelisa }: PriceListChangeInput): string =>
  [
    prosentti === 0 ? '' : `Hintojen muutos ${String(prosentti).replace('.', ',')} %`,
    polttoainelisa === null ? '' : `Polttoainelisä ${String(polttoainelisa).replace('.', ',')} %`,
  ]
    .filter(Boolean)
    .join(', ') || 'Hinnaston kopio'

/** Creates the lists of a change that was previewed, in the caller's transaction. */
export async function changePriceLists(
  { engine, clock, client }: Saving,
  viewer: Viewer,
  { tiiviste, ...input }: z.output<typeof changePriceListsCall.input>,
): Promise<z.input<typeof changePriceListsCall.output>> {
  await lockPriceLists(client)
  const plan = planned(await listsInForce(client, startOfDay(input.paiva)), input, clock())
  if (plan.tiiviste !== tiiviste)
    throw new RequestFault({ kind: 'conflict', pointer: '/tiiviste', detail: 'Hinnastot ovat muuttuneet. Esikatsele muutos uudelleen.' })
  const changes = plan.replaced.map(({ list, from, name, after }) =>
    addRow('hinnasto', { ...after, name, asiakas: list.asiakas, voimassa_alkaen: from }, { reason: reasonOf(input) }),
  )
  await engine.save(viewer, changes, { client })
  const lists = changes.map(({ id }) => id)
  const id = await noteListChange(client, { ...input, paiva: startOfDay(input.paiva), now: clock(), userId: viewer.userId, lists })
  return { success: true, id, hinnastot: lists }
}

/** Removes the lists of a change, unless an order has been priced by one of them. */
export async function undoListChange(
  { engine, clock, client }: Saving,
  viewer: Viewer,
  { id }: z.output<typeof undoPriceListChangeCall.input>,
): Promise<z.input<typeof undoPriceListChangeCall.output>> {
  await lockPriceLists(client)
  const change = await lockListChange(client, id)
  if (!change) throw new RequestFault({ kind: 'not_found', pointer: '/id', detail: faultKinds.not_found.title })
  if (change.undone > 0) refuse('id', 'Muutos on jo peruttu.')
  if (await isListChangeUsed(client, id)) refuse('id', 'Muutosta ei voi enää perua: sen hinnastolla on jo hinnoiteltu tilauksia.')
  const rows = await engine.load(viewer, 'hinnasto', change.lists, { runner: client })
  const live = rows.filter(({ row }) => row.status === 1)
  await engine.save(
    viewer,
    live.map(({ row }) => updateRow('hinnasto', row.id, { status: 0 }, { reason: 'Hintojen muutos peruttu' })),
    { client },
  )
  await noteUndone(client, id, clock())
  return { success: true, hinnastoja: live.length }
}

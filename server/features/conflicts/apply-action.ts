import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import type { Ristiriita } from '#domain/entities/conflict/conflict.entity.ts'
import type { DeliveryAction, FailureAction } from '#domain/entities/conflict/driver-action.ts'
import {
  type HourlyState,
  hourlyStates,
  hourlyTransitions,
  type ShipmentState,
  shipmentStates,
  shipmentTransitionsOf,
  type Transition,
} from '#domain/entities/order/order.states.ts'
import { statePath } from '#domain/entities/order/order.transitions.ts'
import { RequestFault } from '#domain/errors.ts'
import type { Features } from '#domain/model/features.ts'
import type { Row } from '#domain/model/registry.ts'
import { formatMoment } from '#domain/values/time/helsinki-clock.ts'
import type { Context } from '#server/context.ts'
import { addRow, type RowChange, updateRow } from '#server/entities/engine.ts'

type Call = Pick<Context, 'engine'> & { viewer: Viewer; client: PoolClient; table: Features }

const refused = (detail: string) => new RequestFault({ kind: 'invalid', detail })
const missing = () => refused('Lähetys on poistettu, joten kuljettajan tietoa ei voi enää tallentaa.')

type Applying = Call & { conflict: Ristiriita; reason: string }

function pathOf<S extends string>(
  table: readonly Transition<S>[],
  labels: Readonly<Record<S, string>>,
  { from, to }: { from: S; to: S },
): S[] {
  const path = statePath(table, { from, to, actor: 'yllapito' })
  if (path === null) throw refused(`Tilaa ei voi vaihtaa: ${labels[from]} → ${labels[to]}`)
  return path
}

async function shipmentsOf({ engine, viewer, client }: Call, ids: readonly string[]): Promise<Row<'lahetys'>[]> {
  const found = await engine.load(viewer, 'lahetys', ids, { lock: true, runner: client })
  const rows = found.flatMap(({ row }) => (row.status === 1 ? [row] : []))
  if (rows.length < new Set(ids).size) throw missing()
  return rows
}

const save = ({ engine, viewer, client }: Call, changes: readonly RowChange[]) => engine.save(viewer, changes, { client })

/** Takes the shipments, each along the table, to a state from which `to` is one step away, or leaves them where they are. */
async function bringBefore(call: Applying, shipments: readonly Row<'lahetys'>[], to: ShipmentState): Promise<void> {
  const table = shipmentTransitionsOf(call.table)
  const paths = shipmentsWithPaths(shipments, (row) => pathOf(table, shipmentStates, { from: row.tila, to }).slice(0, -1))
  const longest = Math.max(0, ...paths.map(({ path }) => path.length))
  for (let step = 0; step < longest; step += 1)
    await save(
      call,
      paths.flatMap(({ row, path }) => {
        const tila = path[step]
        return tila === undefined ? [] : [updateRow('lahetys', row.id, { tila }, { reason: call.reason })]
      }),
    )
}

const shipmentsWithPaths = (rows: readonly Row<'lahetys'>[], pathFor: (row: Row<'lahetys'>) => ShipmentState[]) =>
  rows.map((row) => ({ row, path: pathFor(row) }))

const timesOf = ({ laitteen_aika, laitteen_ero }: Ristiriita) => ({ laitteen_aika, laitteen_ero })

async function applyState(
  call: Applying,
  { ids, to, terminal }: { ids: string[]; to: ShipmentState; terminal: string | null },
): Promise<void> {
  const behind = (await shipmentsOf(call, ids)).filter(({ tila }) => tila !== to)
  await bringBefore(call, behind, to)
  const values = { tila: to, ...timesOf(call.conflict), ...(to === 'siirretty' ? { nykyinen_osoite: terminal } : {}) }
  await save(
    call,
    behind.map(({ id }) => updateRow('lahetys', id, values, { reason: call.reason })),
  )
}

async function applyHourly(call: Applying, ids: string[], to: HourlyState): Promise<void> {
  const found = await call.engine.load(call.viewer, 'tuntituote', ids, { lock: true, runner: call.client })
  const rows = found.flatMap(({ row }) => (row.status === 1 ? [row] : []))
  if (rows.length < ids.length) throw refused('Tuntityö on poistettu, joten kuljettajan tietoa ei voi enää tallentaa.')
  for (const row of rows) {
    const path = pathOf(hourlyTransitions, hourlyStates, { from: row.tila, to })
    for (const tila of path) {
      const times = tila === to ? workTimesOf(row, to, call.conflict.tapahtui) : {}
      await save(call, [updateRow('tuntituote', row.id, { tila, ...times }, { reason: call.reason })])
    }
  }
}

/** What the action says of the work's times (rules/deliveries.md#true-times): a step back clears its time, and a stored time stays. */
function workTimesOf({ aloitusaika, lopetusaika }: Row<'tuntituote'>, to: HourlyState, at: number): Partial<Row<'tuntituote'>> {
  if (to === 'odottaa_noutoa') return { aloitusaika: 0, lopetusaika: 0 }
  if (to === 'kuljetuksessa') return { aloitusaika: aloitusaika || at, lopetusaika: 0 }
  return to === 'toimitettu' && lopetusaika === 0 && aloitusaika <= at ? { lopetusaika: at } : {}
}

/** A record made at the door belongs to one order (rules/deliveries.md#one-order); the first has the driver's own id. */
function byOrder(id: string, shipments: readonly Row<'lahetys'>[]) {
  return [...Map.groupBy(shipments, ({ tilaus }) => tilaus).values()].map((own, index) => ({ id: index === 0 ? id : randomUUID(), own }))
}

async function applyFailure(call: Applying, failure: FailureAction): Promise<void> {
  const shipments = await shipmentsOf(call, failure.lahetykset)
  const [known] = await call.engine.load(call.viewer, 'toimituspoikkeama', [failure.id], { runner: call.client })
  if (known) return
  const late = shipments.filter(({ tila }) => tila !== 'myohassa')
  await bringBefore(call, late, 'myohassa')
  const { syy, selite, kuvat, lat, lng } = failure
  const changes = byOrder(failure.id, shipments).flatMap(({ id, own }) => [
    addRow(
      'toimituspoikkeama',
      { syy, selite, kuvat, lat, lng, laitteen_aika: call.conflict.tapahtui, lahetykset: own.map((row) => row.id) },
      { id },
    ),
    ...own.map((row) =>
      updateRow('lahetys', row.id, { tila: 'myohassa', poikkeama: id, ...timesOf(call.conflict) }, { reason: call.reason }),
    ),
  ])
  await save(call, changes)
}

async function applyDelivery(call: Applying, action: DeliveryAction): Promise<void> {
  const { id, lahetykset, kuvat, nimenselvennys, kuittaus, jattopaikka, lat, lng } = action
  const shipments = await shipmentsOf(call, lahetykset)
  const open = shipments.filter(({ tila }) => tila !== 'toimitettu')
  await bringBefore(call, open, 'toimitettu')
  const isOpen = new Set(open.map((row) => row.id))
  const [known] = await call.engine.load(call.viewer, 'v_o_kuittaus', [id], { runner: call.client })
  const record = { nimenselvennys, laitteen_aika: call.conflict.tapahtui, lat, lng, kuittaus }
  const left = jattopaikka === null ? {} : { jatetty: true, jattopaikka, kuvat }
  const records = known || (kuittaus === null && jattopaikka === null) ? [] : byOrder(id, shipments)
  await save(call, [
    ...shipments.map((row) => {
      const delivered = isOpen.has(row.id) ? { tila: 'toimitettu' as const, poikkeama: null, ...timesOf(call.conflict) } : {}
      return updateRow('lahetys', row.id, { ...delivered, kuvat: [...new Set([...row.kuvat, ...kuvat])] }, { reason: call.reason })
    }),
    ...records.map(({ id: own, own: rows }) =>
      addRow('v_o_kuittaus', { ...record, ...left, lahetykset: rows.map((row) => row.id) }, { id: own }),
    ),
  ])
  for (const failure of action.poikkeamat) await applyFailure(call, failure)
}

async function applyPictures(call: Applying, ids: readonly string[], pictures: readonly string[]): Promise<void> {
  const changes = (await shipmentsOf(call, ids)).map((row) =>
    updateRow('lahetys', row.id, { kuvat: [...new Set([...row.kuvat, ...pictures])] }, { reason: call.reason }),
  )
  await save(call, changes)
}

/** Carries out the driver's action as the administrator who accepts it, with the driver's time, along the state tables. */
export async function applyAction(call: Call, conflict: Ristiriita): Promise<void> {
  const reason = `Kuljettajan tieto hyväksytty (${formatMoment(conflict.tapahtui)})`
  const applying = { ...call, conflict, reason }
  const { toimi } = conflict
  switch (toimi.laji) {
    case 'tila':
      return applyState(applying, { ids: toimi.lahetykset, to: toimi.tila, terminal: toimi.nykyinen_osoite })
    case 'tuntityo':
      return applyHourly(applying, toimi.tuntityot, toimi.tila)
    case 'kuittaus':
      return applyDelivery(applying, toimi)
    case 'poikkeama':
      return applyFailure(applying, toimi)
    case 'kuva':
      return applyPictures(applying, toimi.lahetykset, toimi.kuvat)
    case 'muu':
      throw refused('Tätä kirjausta ei voi hyväksyä tästä. Korjaa tieto sen omalla sivulla ja pidä nykyinen.')
  }
}

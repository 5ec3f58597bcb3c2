import { useTimeout } from '@mantine/hooks'
import { useCallback, useRef, useState } from 'react'
import { type HourlyState, hourlyTransitions, type ShipmentState, type StateActor } from '#domain/entities/order/order.states.ts'
import { hasWayBack } from '#domain/entities/order/order.transitions.ts'
import type { EntityName } from '#domain/registry.ts'
import { CallFault, Conflict } from '../../data/fault.ts'
import { showFault, showStatusFault } from '../../data/fault-toast.tsx'
import { list } from '../../data/json-api.ts'
import { operations, type Results, update } from '../../data/operations.ts'
import { rereadAfterChange } from '../../data/queries.ts'
import { newId, type Values } from '../../data/row.ts'
import { saveKeyOf } from '../../data/save-key.ts'
import { failureDeed, type Failure as ToldFailure } from '../../kit/failed-delivery.ts'
import { shipmentTable } from '../../kit/shipment-table.ts'
import { nowSeconds } from '../../session/token.ts'
import { showDone, showUndo } from '../../ui/undo-toast.tsx'
import type { Shown, Stop } from './stops.ts'

type Seen = { id: string; vid: number }
type Of<N extends EntityName, S> = {
  name: N
  rows: readonly Seen[]
  from: S
  to: S
  actor: StateActor
  reason?: string
  /** What is written along: the terminal that the goods are at. */
  along?: Values<N>
  /** What the toast says once it is done: `Noudettu: Hämeen Huonekalu Oy`. */
  told: string
}
export type Deed = Of<'lahetys', ShipmentState> | Of<'tuntituote', HourlyState>
export const noNetwork = 'Ei verkkoyhteyttä. Muutosta ei tallennettu – paina uudelleen, kun yhteys palaa.'

export type Tried = { shipments: Stop['shipments']; name: string; actor: StateActor }

const updatesOf = (deed: Deed) =>
  deed.name === 'lahetys'
    ? deed.rows.map((row) => update('lahetys', row, { ...deed.along, tila: deed.to }, deed.reason))
    : deed.rows.map((row) => update('tuntituote', row, { ...deed.along, tila: deed.to }, deed.reason))

function mayReturn(deed: Deed): boolean {
  const now = nowSeconds()
  return deed.name === 'lahetys' ? hasWayBack(shipmentTable(), { ...deed, now }) : hasWayBack(hourlyTransitions, { ...deed, now })
}

function backOf(deed: Deed, rows: readonly Seen[]): Deed {
  const told = 'Kumottu'
  return deed.name === 'lahetys'
    ? { name: 'lahetys', rows, from: deed.to, to: deed.from, actor: deed.actor, told }
    : { name: 'tuntituote', rows, from: deed.to, to: deed.from, actor: deed.actor, told }
}

const savedRows = ({ name, rows }: Deed, results: Results) =>
  rows.flatMap((_, index) => (name === 'lahetys' ? results.row('lahetys', index) : results.row('tuntituote', index)) ?? [])

/** The deed on the rows as they are now; null when somebody has moved one of them meanwhile. */
async function onNewest(deed: Deed): Promise<Deed | null> {
  const query = {
    filter: { id: deed.rows.map(({ id }) => id) },
    fields: { lahetys: ['vid', 'tila'], tuntituote: ['vid', 'tila'] },
  } as const
  const { rows } = deed.name === 'lahetys' ? await list('lahetys', query) : await list('tuntituote', query)
  return rows.length === deed.rows.length && rows.every(({ tila }) => tila === deed.from) ? { ...deed, rows } : null
}

/** A press is about the state alone: what somebody has changed of the goods a moment ago neither hinders it nor is lost. */
async function store(deed: Deed): Promise<Results> {
  try {
    return await operations(updatesOf(deed), newId(), { quiet: [0, 409, 422] })
  } catch (failure) {
    if (!(failure instanceof Conflict)) throw failure
    const newest = await onNewest(deed)
    if (newest) return operations(updatesOf(newest), newId(), { quiet: [0, 422] })
    showStatusFault(failure.status)
    throw failure
  }
}

function tellRefusal(failure: CallFault): void {
  if (failure.status === 0) showDone(noNetwork)
  else if (failure.status === 422) showFault(failure.message)
}

/** A double tap is two within this time, and so is a tap on what has just come under the finger. */
const settlingTime = 600

/**
 * Changes states in one call a deed. The change shows at once (`shownAs`); refused, it goes back with a word of why, and
 * done, it can be undone for ten seconds where the state table knows the way back. While `settling`, the next step is
 * shown and takes no press.
 */
export function useSteps() {
  const [shown, setShown] = useState<ReadonlyMap<string, Shown>>(new Map())
  const busy = useRef(new Set<string>())
  const [settling, setSettling] = useState(false)
  const { start: settle } = useTimeout(() => setSettling(false), settlingTime)

  const put = useCallback((ids: readonly string[], value: (id: string) => Shown | undefined) => {
    setShown((before) => {
      const after = new Map(before)
      for (const id of ids) {
        const next = value(id)
        if (next) after.set(id, next)
        else after.delete(id)
      }
      return after
    })
  }, [])

  const take = useCallback(
    async (deed: Deed): Promise<void> => {
      const ids = deed.rows.map(({ id }) => id)
      if (ids.some((id) => busy.current.has(id))) return
      for (const id of ids) busy.current.add(id)
      put(ids, () => ({ tila: deed.to }))
      setSettling(true)
      settle()
      try {
        const saved = savedRows(deed, await store(deed))
        const byId = new Map(saved.map((row) => [row.id, row]))
        put(ids, (id) => {
          const { tila = deed.to, vid, timestamp_toimitettu } = byId.get(id) ?? {}
          return { tila, ...(vid === undefined ? {} : { vid }), ...(timestamp_toimitettu === undefined ? {} : { timestamp_toimitettu }) }
        })
        for (const id of ids) busy.current.delete(id)
        if (deed.told !== 'Kumottu' && mayReturn(deed)) showUndo(`${deed.told}.`, () => take(backOf(deed, saved)))
        else showDone(`${deed.told}.`)
        await rereadAfterChange('lahetys', 'tuntituote', 'tilaus')
      } catch (failure) {
        if (!(failure instanceof CallFault)) throw failure
        tellRefusal(failure)
        if (failure.status !== 0) await rereadAfterChange('lahetys', 'tuntituote', 'tilaus')
      } finally {
        for (const id of ids) busy.current.delete(id)
        // A later deed on the same line may have begun meanwhile; its own end takes its picture away.
        put(ids, () => undefined)
      }
    },
    [put, settle],
  )

  /** Stores why a stop came to nothing; throws what the server or the network said, for the dialog that asked. */
  const fail = useCallback(
    async (tried: Tried, failure: ToldFailure): Promise<void> => {
      const { shipments } = tried
      // An answer that was lost on its way: the list has told since that it is stored.
      if (shipments.some(({ poikkeama }) => poikkeama !== failure.id)) {
        const deed = await failureDeed(failure, shipments)
        const results = await operations(deed, saveKeyOf(failure.id, deed), { quiet: [0, 409, 422] }).finally(() =>
          rereadAfterChange('lahetys', 'tilaus'),
        )
        const rows = shipments.flatMap((_, index) => results.row('lahetys', index + 1) ?? [])
        const from = shipments[0].tila
        const back: Deed = { name: 'lahetys', rows, from: 'myohassa', to: 'kuljetuksessa', actor: tried.actor, told: 'Kumottu' }
        const told = `Toimitus ei onnistunut: ${tried.name}.`
        if (from === 'kuljetuksessa') showUndo(told, () => take(back))
        else showDone(told)
      }
    },
    [take],
  )
  return { shown, take, fail, settling }
}

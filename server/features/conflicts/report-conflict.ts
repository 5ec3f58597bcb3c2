import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { filesOfAction, linesOfAction } from '#domain/entities/conflict/driver-action.ts'
import { hourlyStates, shipmentStates } from '#domain/entities/order/order.states.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { reportConflictCall } from '#domain/features/conflicts/conflict-calls.ts'
import type { Row } from '#domain/model/registry.ts'
import { formatDay, formatTime } from '#domain/values/time/helsinki-clock.ts'
import type { Context } from '#server/context.ts'
import { addRow, systemFor } from '#server/entities/engine.ts'

type Call = Pick<Context, 'engine' | 'clock'> & { viewer: Viewer; client: PoolClient }

const notFound = () => new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })

type Line = { row: Row<'lahetys'> | Row<'tuntituote'>; label: string; tunniste: string }

/** `L-12: Peruutettu, muutettu ma 23.11. klo 10.15. Kuljettaja on vaihtunut.` */
function stateText({ row, label, tunniste }: Line, driver: string): string {
  const moved = row.kuljettaja === driver ? '' : row.kuljettaja === null ? ' Kuljettajaa ei ole.' : ' Kuljettaja on vaihtunut.'
  const removed = row.status === 1 ? '' : ' Poistettu.'
  return `${tunniste}: ${label}, muutettu ${formatDay(row.changed)} klo ${formatTime(row.changed)}.${moved}${removed}`
}

/** Stores the driver's action with what the server had instead. Sent again, it changes nothing. */
export async function reportConflict({ engine, clock, viewer, client }: Call, input: z.output<typeof reportConflictCall.input>) {
  const [stored] = await engine.load(viewer, 'ristiriita', [input.id], { runner: client })
  if (stored) {
    if (stored.row.kuljettaja !== viewer.userId) throw notFound()
    return { success: true } as const
  }
  const { toimi, laitteen_aika, laitteen_ero } = input
  const lines = linesOfAction(toimi)
  const files = await engine.load(viewer, 'file', filesOfAction(toimi), { runner: client })
  // Somebody else's file would become visible to its readers.
  if (files.some(({ mayRead }) => !mayRead)) throw notFound()
  const shipments = (await engine.load(viewer, 'lahetys', lines.lahetykset, { runner: client })).map(({ row }) => row)
  const jobs = (await engine.load(viewer, 'tuntituote', lines.tuntityot, { runner: client })).map(({ row }) => row)
  const nykytila = [
    ...shipments.map((row) => stateText({ row, label: shipmentStates[row.tila], tunniste: `L-${row.drupal_internal__id}` }, viewer.userId)),
    ...jobs.map((row) => stateText({ row, label: hourlyStates[row.tila], tunniste: `TT-${row.drupal_internal__id}` }, viewer.userId)),
  ]
  const values = {
    laji: toimi.laji,
    kuvaus: input.kuvaus,
    toimi,
    tapahtui: Math.min(Math.max(laitteen_aika + laitteen_ero, 0), clock()),
    laitteen_aika,
    laitteen_ero,
    syy: input.syy,
    nykytila: nykytila.join('\n').slice(0, 4000),
    kuljettaja: viewer.userId,
    lahetykset: shipments.map(({ id }) => id),
    tuntityot: jobs.map(({ id }) => id),
    tiedostot: files.map(({ row }) => row.id),
  }
  await engine.save(systemFor(viewer), [addRow('ristiriita', values, { id: input.id })], { client })
  return { success: true } as const
}

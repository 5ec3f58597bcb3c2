import type { DriverAction } from '#domain/entities/conflict/driver-action.ts'
import { stateWithoutDelay } from '#domain/entities/shipment/shipment.delay.ts'
import type { OutboxItem, Sender } from '#web/data/device/outbox.ts'
import { actionTime } from '#web/data/device/outbox-item.ts'
import { CallFault, Conflict } from '#web/data/fault.ts'
import { byIds, list } from '#web/data/json-api.ts'
import { operations, update } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import type { Passed } from '#web/data/request.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { passOn } from '../conflicts/pass-on.ts'
import { showAnswered, shownFields, showRead, versionAnswered } from '../orders/answered-lines.ts'
import { type QueuedStep, stepShape, takesBack } from './state-step.ts'

/** `aloitusaika` of an hourly job that is stored later than it was worked on; without it the server sets the times as the step arrives. */
type Version = { id: string; vid: number; aloitusaika?: number }
/** The next step of a row that this device has saved does not need to be refused first. */
const atNewest = ({ id, vid }: Version): Version => ({ id, vid: Math.max(vid, versionAnswered(id)) })

type Sent = { step: QueuedStep; item: Pick<OutboxItem, 'id' | 'at' | 'offset'>; options: Passed }

/** The times of the work, unless they are known already (rules/deliveries.md#true-times). */
function timesOf(to: string, { aloitusaika }: Version, at: number): { aloitusaika?: number; lopetusaika?: number } {
  if (to === 'kuljetuksessa' && aloitusaika === 0) return { aloitusaika: at }
  return to === 'toimitettu' && aloitusaika !== undefined && aloitusaika <= at ? { lopetusaika: at } : {}
}

/** The undo of a pickup clears what was counted at it. */
function countOf({ to, counts }: Extract<QueuedStep, { name: 'lahetys' }>, id: string): { noudettu_maara?: number } {
  const counted = to === 'odottaa_noutoa' ? 0 : counts?.[id]
  return counted === undefined ? {} : { noudettu_maara: counted }
}

const operationsOf = ({ step, item, item: { at, offset } }: Omit<Sent, 'options'>, rows: readonly Version[]) =>
  step.name === 'lahetys'
    ? rows.map((row) =>
        update(
          'lahetys',
          row,
          { ...step.values, ...countOf(step, row.id), tila: step.to, laitteen_aika: at, laitteen_ero: offset ?? 0 },
          step.reason,
        ),
      )
    : rows.map((row) => update('tuntituote', row, { tila: step.to, ...timesOf(step.to, row, actionTime(item)) }, step.reason))

async function store(sent: Sent, rows: readonly Version[]): Promise<void> {
  const list = operationsOf(sent, rows)
  showAnswered(list, await operations(list, saveKeyOf(sent.item.id, list), sent.options))
}

async function shipmentsNow({ step: { rows, to }, options }: Sent) {
  const fields = { lahetys: [...shownFields, 'myohastyminen', 'poikkeama'] } as const
  const found = (await list('lahetys', { ...byIds(rows.map(({ id }) => id)), fields }, options)).rows
  // Already done: the answer was lost, and the rows may be reread only much later.
  showRead(found.filter(({ tila }) => tila === to))
  return found
}

async function jobsNow({ step: { rows }, options }: Sent) {
  const fields = { tuntituote: ['vid', 'tila', 'aloitusaika'] } as const
  return (await list('tuntituote', { ...byIds(rows.map(({ id }) => id)), fields }, options)).rows
}

/** The rows that the step is still to be done for, as they are now; null when somebody has moved one of them elsewhere. A reported delay does not. */
async function onNewest(sent: Sent): Promise<Version[] | null> {
  const { name, rows, from, to } = sent.step
  const found = name === 'lahetys' ? await shipmentsNow(sent) : await jobsNow(sent)
  const open = found.filter(({ tila }) => tila !== to)
  const isAsBefore = (row: (typeof open)[number]) => row.tila === from || ('poikkeama' in row && stateWithoutDelay(row) === from)
  return found.length === rows.length && open.every(isAsBefore) ? open : null
}

/** Seconds: a step that is sent later than this was made without a network. */
const late = 60

/** Changes the state only: other recent changes do not conflict and are not lost. A step that has been made already is done. */
async function storeOnce(sent: Sent): Promise<void> {
  const { step, item } = sent
  const isLateJob = step.name === 'tuntituote' && nowSeconds() - item.at > late
  if (isLateJob) return storeOnNewest(sent, new CallFault(409))
  try {
    await store(sent, step.rows.map(atNewest))
  } catch (refusal) {
    if (!(refusal instanceof Conflict)) throw refusal
    await storeOnNewest(sent, refusal)
  }
}

async function storeOnNewest(sent: Sent, refusal: CallFault): Promise<void> {
  const newest = await onNewest(sent)
  if (newest === null) throw refusal
  if (newest.length > 0) await store(sent, newest)
}

/** Sends steps from the outbox (web/data/device/outbox.ts). */
export const stepSender: Sender = {
  noun: ['tilamuutos', 'tilamuutosta'],
  async send(payload, item, options) {
    const step = stepShape.parse(payload)
    await storeOnce({ step, item, options })
    void rereadAfterChange('lahetys', 'tuntituote', 'tilaus')
  },
  passOn(item, refusal, options) {
    const step = stepShape.parse(item.payload)
    const ids = step.rows.map(({ id }) => id)
    const toimi: DriverAction =
      step.name === 'lahetys'
        ? { laji: 'tila', lahetykset: ids, tila: step.to, nykyinen_osoite: step.values?.nykyinen_osoite ?? null }
        : { laji: 'tuntityo', tuntityot: ids, tila: step.to }
    return passOn(item, { refusal, toimi }, options)
  },
  takesBack: (later, earlier) => takesBack(stepShape.parse(later), stepShape.parse(earlier)),
}

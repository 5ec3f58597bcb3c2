import { useCallback } from 'react'
import type { z } from 'zod'
import type { hourlyKinds } from '#domain/entities/hourly/hourly.entity.ts'
import { invoiceOrdersCall, type MovedLine } from '#domain/features/invoicing/invoice-orders.ts'
import type { MissingInvoiceDetail } from '#domain/features/invoicing/missing-for-invoice.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { callApi } from '#web/data/api-call.ts'
import { CallFault } from '#web/data/fault.ts'
import { explainedRefusals, showFault } from '#web/data/fault-toast.tsx'
import { patch } from '#web/data/json-api.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useOptimisticMutation, useSavedVersions } from '#web/data/use-optimistic-mutation.ts'
import { type QuickRefusal, refusalOf } from '#web/kit/entity/quick-edit/quick-edit.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'

const moments = { timestamp_toimitettu: 'Toimitusaika', toivottu_toimitus: 'Toivottu toimitus' } as const
type AmountKey = keyof typeof hourlyKinds
export type EditKey = 'hinta' | 'maara' | keyof typeof moments
/** A new value of an uninvoiced order; a price is that of its group, when it has one. `moved`: the lines' own times that an undo restores. */
export type ListEdit = {
  order: UninvoicedOrder
  key: EditKey
  value: number
  before: number
  isUndo?: boolean
  moved?: readonly MovedLine[]
}

const labels: Readonly<Record<EditKey, string>> = { hinta: 'Hinta', maara: 'Määrä', ...moments }
const quiet = { quiet: explainedRefusals }
const nameOf = ({ order, key }: ListEdit): string => (key === 'hinta' ? (order.ryhma ?? order).tunniste : order.tunniste)
const isOfLine = (edit: ListEdit, { id, ryhma }: UninvoicedOrder): boolean =>
  edit.key === 'hinta' && edit.order.ryhma ? edit.order.ryhma.id === ryhma?.id : edit.order.id === id

const withPrice = (puuttuu: readonly MissingInvoiceDetail[], hinta: number): MissingInvoiceDetail[] => {
  const others = puuttuu.filter((missing) => missing !== 'hinta')
  return hinta > 0 ? others : ['hinta', ...others]
}

/** The order as it will be once the edit is stored. */
export function withEdit(order: UninvoicedOrder, { key, value }: Pick<ListEdit, 'key' | 'value'>): UninvoicedOrder {
  if (key === 'hinta') {
    const puuttuu = withPrice(order.puuttuu, value)
    return order.ryhma ? { ...order, ryhma: { ...order.ryhma, hinta: value }, puuttuu } : { ...order, hinta: value, puuttuu }
  }
  if (key === 'maara') return { ...order, tuntityo: order.tuntityo && { ...order.tuntityo, maara: value } }
  return { ...order, [key]: value }
}

/**
 * The price to send. Undoing the first typed price clears it, so that the price list applies again; the price of a rental comes from no list.
 */
export const priceToStore = ({ order, value, isUndo }: ListEdit): number =>
  isUndo && !order.hinta_kasin && order.tyyppi !== 'vuokraus' ? 0 : value

/** A cleared price is followed by that of the price list, which the person has not seen yet. */
const seenBefore = ({ key, before, isUndo }: ListEdit): { ennen?: number } =>
  key === 'hinta' && isUndo && before === 0 ? {} : { ennen: before }

function inputOf(edit: ListEdit): z.input<typeof invoiceOrdersCall.input> {
  const { order, key, value, moved = [] } = edit
  const ids = [order.id]
  const seen = seenBefore(edit)
  const tyyppi: AmountKey = order.tuntityo?.tyyppi ?? 'aika'
  if (key === 'hinta') return { operation: 'setHinta', ids, hinta: priceToStore(edit), ...seen }
  if (key === 'maara') return { operation: 'setMaara', tyyppi, ids, maara: value, ...seen }
  if (moved.length > 0) return { operation: 'palautaAjat', kentta: key, ids, rivit: [...moved] }
  return key === 'timestamp_toimitettu'
    ? { operation: 'setTimestampToimitettu', ids, timestamp_toimitettu: value, ...seen }
    : { operation: 'setToivottuToimitus', ids, toivottu_toimitus: value, ...seen }
}

/** Returns the lines whose times the edit moved. */
async function storeOrder(edit: ListEdit): Promise<readonly MovedLine[]> {
  const { results } = await callApi(invoiceOrdersCall, inputOf(edit), quiet)
  const refused = results.find(({ success }) => !success)
  if (refused) throw new CallFault(422, [{ detail: refused.message ?? 'Muutosta ei voitu tallentaa.' }])
  return results.flatMap(({ rivit }) => rivit ?? [])
}

const reread = (): Promise<void> => rereadAfterChange('tilaus', 'lahetys', 'tuntituote', 'tilaus_ryhma')

/** Milliseconds: prices are typed one after another, and each reread of the list and its figures would delay the typing. */
const pause = 1200
const longestPause = 8000

/** Rereads once for all edits, when the person has paused. Resolves when it has been done. */
function makeRereadAfterPause(): () => Promise<void> {
  let waiting: { done: PromiseWithResolvers<void>; since: number; timer: ReturnType<typeof setTimeout> | undefined } | null = null
  const act = () => {
    const done = waiting?.done
    waiting = null
    reread().then(done?.resolve, done?.reject)
  }
  return () => {
    waiting ??= { done: Promise.withResolvers(), since: Date.now(), timer: undefined }
    clearTimeout(waiting.timer)
    waiting.timer = setTimeout(act, Math.min(pause, Math.max(0, waiting.since + longestPause - Date.now())))
    return waiting.done.promise
  }
}
const rereadAfterPause = makeRereadAfterPause()

/** An administrator's edits in the list: shown before the server has answered, and kept in their cell when it refuses them. */
export function useListEdits() {
  const { atNewestVersion, noteSaved } = useSavedVersions()
  const store = async (edit: ListEdit): Promise<readonly MovedLine[]> => {
    const { ryhma } = edit.order
    if (edit.key !== 'hinta' || !ryhma) return storeOrder(edit)
    const { row } = await patch('tilaus_ryhma', atNewestVersion(ryhma), { hinta: edit.value }, quiet)
    noteSaved([row])
    return []
  }
  const { mutate, changes } = useOptimisticMutation({
    mutationFn: store,
    onSuccess: (moved, edit) => {
      const what = `${nameOf(edit)}: ${labels[edit.key].toLocaleLowerCase('fi')}`
      const undo: ListEdit = { ...edit, value: edit.before, before: edit.value, isUndo: true, moved }
      if (edit.isUndo) showDone(`${what} palautettu.`)
      else showUndo(`${what} tallennettu.`, () => saveOrShow(undo))
    },
    onError: () => reread(),
    reread: rereadAfterPause,
  })
  /** Returns why the edit was not stored; null once it is. The caller keeps the typed value. */
  const save = async (edit: ListEdit): Promise<QuickRefusal | null> => {
    try {
      await mutate(edit)
      return null
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      return refusalOf(failure)
    }
  }
  const saveOrShow = async (edit: ListEdit): Promise<void> => {
    const refusal = await save(edit)
    if (refusal?.isSilent) showFault(`${nameOf(edit)}: ${refusal.text}`)
  }
  const edited = useCallback(
    (order: UninvoicedOrder): UninvoicedOrder =>
      changes.filter(({ change }) => isOfLine(change, order)).reduce((shown, { change }) => withEdit(shown, change), order),
    [changes],
  )
  return { save, edited }
}
export type SaveEdit = ReturnType<typeof useListEdits>['save']

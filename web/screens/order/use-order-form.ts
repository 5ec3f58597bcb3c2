import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { mayWrite } from '#domain/access/reach.ts'
import { useStoredForm } from '#web/kit/entity/stored-form.ts'
import { useDraftedForm } from '#web/kit/form/drafted-form.ts'
import { keepDraft } from '#web/kit/form/drafts.ts'
import { CallFault } from '../../data/fault.ts'
import { shownByForm } from '../../data/fault-toast.tsx'
import { operations } from '../../data/operations.ts'
import { rereadAfterChange, rereadLater } from '../../data/queries.ts'
import { newId } from '../../data/row.ts'
import { saveKeyOf } from '../../data/save-key.ts'
import { nowSeconds } from '../../session/clock.ts'
import { useSession } from '../../session/session.ts'
import { orderFaults } from './order-check.ts'
import { type ComparedOrder, contentOf, contentRead, editsOf, withContent } from './order-content.ts'
import { customerQuery, orderQuery, storedOrder } from './order-data.ts'
import { type OrderSave, orderSave } from './order-save.ts'
import { type OrderValues, valuesOf } from './order-values.ts'

type Options = {
  /** The name of the draft. */
  name: string
  asiakas: string
  initial: OrderValues
  /** The order as stored on the server, if it has been refetched since; otherwise null. */
  stored: OrderValues | null
  mayPrice: boolean
  /** Asks about doubtful days once the form has no faults; false keeps the person on the form. */
  confirmDays: (form: UseFormReturnType<OrderValues>) => Promise<boolean>
}

/** The result of a save. `number` is T-1042 for a new order; `edited`: the order is stored, and later edits are the draft of its page. */
export type SaveResult = { done: true; id: string; number: string; edited: boolean } | { done: false }

const versionsOf = ({ saved }: OrderValues): string =>
  saved ? [saved.vid, ...[...saved.lines, ...saved.jobs].map(({ id, vid }) => `${id}:${vid}`)].join(' ') : ''

/** The entities that a save may write. */
const written = ['tilaus', 'lahetys', 'tuntituote', 'postiosoite', 'yhteyshenkilo'] as const

const sameContent = (a: OrderValues, b: OrderValues): boolean => JSON.stringify(contentOf(a)) === JSON.stringify(contentOf(b))
/** Whether the content of the form has not changed since `then`. */
const unchanged = (now: OrderValues, then: OrderValues): boolean =>
  JSON.stringify({ ...now, saved: null, seurantalinkki: false }) === JSON.stringify({ ...then, saved: null, seurantalinkki: false })

/** The name of a stored order's draft. It differs from the names of older drafts, which had one place for each end, or no promised time. */
export const draftOf = (id: string): string => `tilaus.luvattu.${id}`

/** The state of the order form: typing, drafts, saving in one atomic call, and merging of other people's changes. */
export function useOrderForm({ name, asiakas, initial, stored, mayPrice, confirmDays }: Options) {
  const queryClient = useQueryClient()
  const { id: userId = '', roles = [] } = useSession()?.user ?? {}
  const plan = useRef<OrderSave | null>(null)
  /** The number of failed saves; 0 once all faults are corrected. */
  const [failures, setFailures] = useState(0)
  const draftedForm = useDraftedForm<OrderValues>({
    name,
    initialValues: initial,
    validate: (values) => orderFaults(values, { now: nowSeconds(), mayBePast: roles.includes('yllapito') }),
    fieldOf: (pointer) => plan.current?.fieldOf(pointer) ?? null,
  })
  const { form, showFault, saved } = draftedForm

  const { rebase, ...others } = useStoredForm<OrderValues, ComparedOrder>({ form, stored, contentOf, contentRead, versionsOf, withContent })

  const mended = draftedForm.general.length === 0 && !Object.values(form.errors).some(Boolean)
  useEffect(() => {
    if (mended) setFailures(0)
  }, [mended])

  const reread = async (id: string) => {
    const { order, shipments, jobs } = await queryClient.fetchQuery({ ...orderQuery(id, roles), staleTime: 0 })
    return { number: order.tunniste, fresh: valuesOf(order, shipments, jobs, newId) }
  }

  /** Merges the form with an order that has changed since it was read. Null: it has not changed, so the rejection has another cause. */
  const handleConflict = async (values: OrderValues, again: () => Promise<SaveResult>): Promise<SaveResult | null> => {
    const { fresh } = await reread(values.id)
    const outcome = rebase(values, fresh)
    if (outcome === 'same') return null
    // Only the version differed (for example because a waybill was printed), so the save is retried.
    return outcome === 'rebased' ? again() : { done: false }
  }

  /**
   * The order is stored, but was edited after the save was sent, or the answer was lost: the edits become a draft of the stored
   * order's page.
   */
  const finishStored = async (id: string): Promise<SaveResult> => {
    const { number, fresh } = await reread(id)
    await rereadAfterChange(...written)
    const edits = editsOf(form.getValues(), fresh)
    const edited = !sameContent(edits, fresh)
    saved()
    if (edited) keepDraft(userId, draftOf(id), edits, nowSeconds())
    return { done: true, id, number, edited }
  }

  const save = async (attempt = 1): Promise<SaveResult> => {
    if ((await form.validate()).hasErrors) {
      setFailures((count) => count + 1)
      return { done: false }
    }
    if (attempt === 1 && !(await confirmDays(form))) return { done: false }
    const values = form.getValues()
    const made = orderSave(values, { asiakas, mayPrice, mayPlan: mayWrite('lahetys', roles, 'create', 'luvattu_aika') })
    plan.current = made
    if (made.operations.length === 0) {
      saved()
      return { done: true, id: values.id, number: '', edited: false }
    }
    // An untouched copy has no draft yet: if the answer is lost, a reload would otherwise create another copy.
    if (!values.saved) keepDraft(userId, name, values, nowSeconds())
    try {
      const results = await operations(made.operations, saveKeyOf(values.id, made.operations), { quiet: shownByForm })
      const order = made.orderAt === null ? null : results.row('tilaus', made.orderAt)
      // A new order's page is built from the stored answer, without a request.
      if (order && !values.saved) {
        const { name = '' } = queryClient.getQueryData(customerQuery(asiakas).queryKey) ?? {}
        queryClient.setQueryData(orderQuery(order.id, roles).queryKey, storedOrder(order, made.operations, results, name))
        rereadLater(...written)
      } else await rereadAfterChange(...written)
      if (!unchanged(form.getValues(), values)) return await finishStored(values.id)
      saved()
      return { done: true, id: values.id, number: order?.tunniste ?? '', edited: false }
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      const stale = failure.status === 409 || failure.status === 404
      const recovery = stale && (values.saved ? attempt < 3 && handleConflict(values, () => save(attempt + 1)) : finishStored(values.id))
      const result = recovery && (await recovery.catch(() => null))
      if (result) return result
      showFault(oncePerField(failure, made))
      setFailures((count) => count + 1)
      return { done: false }
    }
  }

  return { ...draftedForm, ...others, save: () => save(), failures }
}

export type OrderFormApi = ReturnType<typeof useOrderForm>

/** Shows a fault once when it concerns several shipments. */
function oncePerField(fault: CallFault, { fieldOf }: OrderSave): CallFault {
  const said = new Set<string>()
  const errors = fault.errors.filter(({ pointer, detail }) => {
    const key = `${(pointer && fieldOf(pointer)) ?? ''} ${detail}`
    if (said.has(key)) return false
    said.add(key)
    return true
  })
  return new CallFault(fault.status, errors)
}

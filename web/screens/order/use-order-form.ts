import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useStoredForm } from '#web/kit/entity/stored-form.ts'
import { useDraftedForm } from '#web/kit/form/drafted-form.ts'
import { keepDraft } from '#web/kit/form/drafts.ts'
import { CallFault } from '../../data/fault.ts'
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
  /** Names the draft. */
  name: string
  asiakas: string
  initial: OrderValues
  /** The order as it is stored now, when it has been read anew since. */
  stored: OrderValues | null
  mayPrice: boolean
}

/** What a save came to. `number` is T-1042 of a new order; `edited`: the order is stored, and later edits wait as the draft of its page. */
export type SaveResult = { done: true; id: string; number: string; edited: boolean } | { done: false }

const versionsOf = ({ saved }: OrderValues): string =>
  saved ? [saved.vid, ...[...saved.lines, ...saved.jobs].map(({ id, vid }) => `${id}:${vid}`)].join(' ') : ''

/** What a save may write. */
const written = ['tilaus', 'lahetys', 'tuntituote', 'postiosoite', 'yhteyshenkilo'] as const

const sameContent = (a: OrderValues, b: OrderValues): boolean => JSON.stringify(contentOf(a)) === JSON.stringify(contentOf(b))
/** Whether a form holds still what it did. */
const unchanged = (now: OrderValues, then: OrderValues): boolean =>
  JSON.stringify({ ...now, saved: null, seurantalinkki: false }) === JSON.stringify({ ...then, saved: null, seurantalinkki: false })

/** The name of a stored order's draft. Drafts from before an order had several places fit no more. */
export const draftOf = (id: string): string => `tilaus.paikat.${id}`

/** The order form's life: typing, drafts, saving in one atomic call, and what others change meanwhile. */
export function useOrderForm({ name, asiakas, initial, stored, mayPrice }: Options) {
  const queryClient = useQueryClient()
  const { id: userId = '', roles = [] } = useSession()?.user ?? {}
  const plan = useRef<OrderSave | null>(null)
  /** Saves that did not go through; 0 once everything has been mended. */
  const [failures, setFailures] = useState(0)
  const draftedForm = useDraftedForm<OrderValues>({
    name,
    initialValues: initial,
    validate: (values) => orderFaults(values, { now: nowSeconds(), mayBePast: roles.includes('yllapito') }),
    fieldOf: (pointer) => plan.current?.fieldOf(pointer) ?? null,
  })
  const { form, showFault, saved } = draftedForm

  const { meet, ...others } = useStoredForm<OrderValues, ComparedOrder>({ form, stored, contentOf, contentRead, versionsOf, withContent })

  const mended = draftedForm.general.length === 0 && !Object.values(form.errors).some(Boolean)
  useEffect(() => {
    if (mended) setFailures(0)
  }, [mended])

  const reread = async (id: string) => {
    const { order, shipments, jobs } = await queryClient.fetchQuery({ ...orderQuery(id, roles), staleTime: 0 })
    return { number: order.tunniste, fresh: valuesOf(order, shipments, jobs, newId) }
  }

  /** The order has changed since it was read. Null: it has not, so the refusal says something else. */
  const meetConflict = async (values: OrderValues, again: () => Promise<SaveResult>): Promise<SaveResult | null> => {
    const { fresh } = await reread(values.id)
    const met = meet(values, fresh)
    if (met === 'same') return null
    // Only its version was another (a waybill was printed): there is nothing to choose between.
    return met === 'taken' ? again() : { done: false }
  }

  /**
   * An order that is stored and was edited since, while its answer was on its way or after that was lost: the edits become a draft of
   * its own page.
   */
  const meetStored = async (id: string): Promise<SaveResult> => {
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
    const values = form.getValues()
    const made = orderSave(values, { asiakas, mayPrice })
    plan.current = made
    if (made.operations.length === 0) {
      saved()
      return { done: true, id: values.id, number: '', edited: false }
    }
    // A copy that was not touched has no draft yet: were the answer lost, a reload would begin another copy.
    if (!values.saved) keepDraft(userId, name, values, nowSeconds())
    try {
      const results = await operations(made.operations, saveKeyOf(values.id, made.operations), { quiet: [404, 409, 422] })
      const order = made.orderAt === null ? null : results.row('tilaus', made.orderAt)
      // A new order's page is made of what has just been stored, without asking for it.
      if (order && !values.saved) {
        const { name = '' } = queryClient.getQueryData(customerQuery(asiakas).queryKey) ?? {}
        queryClient.setQueryData(orderQuery(order.id, roles).queryKey, storedOrder(order, made.operations, results, name))
        rereadLater(...written)
      } else await rereadAfterChange(...written)
      if (!unchanged(form.getValues(), values)) return await meetStored(values.id)
      saved()
      return { done: true, id: values.id, number: order?.tunniste ?? '', edited: false }
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      const stale = failure.status === 409 || failure.status === 404
      const met = stale && (values.saved ? attempt < 3 && meetConflict(values, () => save(attempt + 1)) : meetStored(values.id))
      const result = met && (await met.catch(() => null))
      if (result) return result
      showFault(oncePerField(failure, made))
      setFailures((count) => count + 1)
      return { done: false }
    }
  }

  return { ...draftedForm, ...others, save: () => save(), failures }
}

/** What all shipments share is said once, however many of them the server has faulted. */
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

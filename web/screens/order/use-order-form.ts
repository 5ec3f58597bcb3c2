import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallFault } from '../../data/fault.ts'
import { operations } from '../../data/operations.ts'
import { rereadAfterChange } from '../../data/queries.ts'
import { newId } from '../../data/row.ts'
import { saveKeyOf } from '../../data/save-key.ts'
import { differences, merge } from '../../kit/conflict.ts'
import { useEntityForm } from '../../kit/entity-form.ts'
import { useSession } from '../../session/session.ts'
import { nowSeconds } from '../../session/token.ts'
import { orderFaults } from './order-check.ts'
import { orderQuery } from './order-data.ts'
import { type OrderSave, orderSave } from './order-save.ts'
import { contentOf, type OrderContent, type OrderValues, valuesOf } from './order-values.ts'

type Options = {
  /** Names the draft. */
  name: string
  asiakas: string
  initial: OrderValues
  /** The order as it is stored now, when it has been read anew since. */
  stored: OrderValues | null
  mayPrice: boolean
}

export type Conflict = { base: OrderContent; yours: OrderContent; theirs: OrderContent; stored: OrderValues }
/** What a save came to. `number` is T-1042 of a new order. */
export type SaveResult = { done: true; id: string; number: string } | { done: false }

const versionsOf = ({ saved }: OrderValues): string =>
  saved ? [saved.vid, ...saved.lines.map(({ id, vid }) => `${id}:${vid}`)].join(' ') : ''

/** The form's content as it was read, before anything was typed. */
function contentRead(values: OrderValues): OrderContent {
  const { saved } = values
  if (!saved) return contentOf(values)
  const lines = saved.lines.map((line) => ({ ...line, tila: 'odottaa_noutoa' as const }))
  return contentOf(valuesOf({ id: values.id, vid: saved.vid, hinta: saved.hinta, ...saved.laskutus }, lines, newId))
}

/** Merged content back into a form, on top of the order as it is stored now. */
function withContent(values: OrderValues, content: OrderContent, stored: OrderValues): OrderValues {
  const { nouto, toimitus } = values
  return {
    ...values,
    ...content,
    nouto: { ...content.nouto, saveAs: nouto.saveAs },
    toimitus: { ...content.toimitus, saveAs: toimitus.saveAs },
    saved: stored.saved,
  }
}

/** The order form's life: typing, drafts, saving in one atomic call, and what others change meanwhile. */
export function useOrderForm({ name, asiakas, initial, stored, mayPrice }: Options) {
  const queryClient = useQueryClient()
  const roles = useSession()?.user.roles ?? []
  const plan = useRef<OrderSave | null>(null)
  const [saving, setSaving] = useState(false)
  /** Saves that did not go through; 0 once everything has been mended. */
  const [failures, setFailures] = useState(0)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const entityForm = useEntityForm<OrderValues>({
    name,
    initialValues: initial,
    validate: (values) => orderFaults(values, nowSeconds()),
    fieldOf: (pointer) => plan.current?.fieldOf(pointer) ?? null,
  })
  const { form, showFault, saved } = entityForm

  const takeStored = (fresh: OrderValues, values: OrderValues) => {
    form.setInitialValues(fresh)
    form.resetDirty(fresh)
    form.setValues(values)
  }

  // Somebody else's change (or a state changed on this page) comes in by itself where nothing was typed; where both
  // changed the same, the save brings up the dialog.
  const latest = useRef({ takeStored, form })
  useEffect(() => {
    latest.current = { takeStored, form }
  })
  useEffect(() => {
    if (!stored) return
    const { form, takeStored } = latest.current
    const values = form.getValues()
    if (versionsOf(values) === versionsOf(stored)) return
    if (!form.isDirty()) {
      takeStored(stored, stored)
      return
    }
    const [base, yours, theirs] = [contentRead(values), contentOf(values), contentOf(stored)]
    if (differences(base, yours, theirs).some(({ both }) => both)) return
    takeStored(stored, withContent(values, merge(base, yours, theirs, new Set()), stored))
  }, [stored])

  const mended = entityForm.general.length === 0 && !Object.values(form.errors).some(Boolean)
  useEffect(() => {
    if (mended) setFailures(0)
  }, [mended])

  const startConflict = async (values: OrderValues): Promise<boolean> => {
    const { order, shipments } = await queryClient.fetchQuery({ ...orderQuery(values.id, roles), staleTime: 0 })
    const fresh = valuesOf(order, shipments, newId)
    if (versionsOf(fresh) === versionsOf(values)) return false
    setConflict({ base: contentRead(values), yours: contentOf(values), theirs: contentOf(fresh), stored: fresh })
    return true
  }

  const save = async (): Promise<SaveResult> => {
    if ((await form.validate()).hasErrors) {
      setFailures((count) => count + 1)
      return { done: false }
    }
    const values = form.getValues()
    const made = orderSave(values, { asiakas, mayPrice })
    plan.current = made
    if (made.operations.length === 0) {
      saved()
      return { done: true, id: values.id, number: '' }
    }
    setSaving(true)
    try {
      const results = await operations(made.operations, saveKeyOf(values.id, made.operations), { quiet: [404, 409, 422] })
      saved()
      await rereadAfterChange('tilaus', 'lahetys', 'postiosoite')
      const order = made.orderAt === null ? null : results.row('tilaus', made.orderAt)
      return { done: true, id: values.id, number: order?.tunniste ?? '' }
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      const stale = failure.status === 409 || failure.status === 404
      if (stale && values.saved && (await startConflict(values).catch(() => false))) return { done: false }
      showFault(oncePerField(failure, made))
      setFailures((count) => count + 1)
      return { done: false }
    } finally {
      setSaving(false)
    }
  }

  const resolve = (content: OrderContent) => {
    if (!conflict) return
    takeStored(conflict.stored, withContent(form.getValues(), content, conflict.stored))
    setConflict(null)
  }
  return { ...entityForm, save, saving, failures, conflict, resolve, closeConflict: () => setConflict(null) }
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

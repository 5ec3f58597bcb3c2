import { Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { ConflictDialog } from '#web/kit/entity/conflict-dialog.tsx'
import { DraftNote, FaultSummary, LeaveDialog } from '#web/kit/form/form-parts.tsx'
import { numberOf } from '#web/kit/form/typed-number.ts'
import { DetailPage } from '#web/kit/page/page.tsx'
import { BillingSection } from './billing/billing-section.tsx'
import { conflictLabel, showContent } from './conflict-words.ts'
import { DeliverySections, GoodsSection } from './goods/goods-section.tsx'
import classes from './order.module.css'
import { labelOf } from './order-check.ts'
import type { Customer } from './order-data.ts'
import { delivers, type OrderValues } from './order-values.ts'
import { placesQuery } from './places/place-suggestions.ts'
import { PlacesSection } from './places/places-section.tsx'
import { StaffPrice } from './staff-price.tsx'
import { useDayCheck } from './timing/day-check.tsx'
import { TimingSection } from './timing/timing-section.tsx'
import { useLegs } from './use-legs.ts'
import { type OrderFormApi, useOrderForm } from './use-order-form.ts'
import { usePrice } from './use-price.ts'
import { useRowList } from './use-row-list.ts'
import { OrderSummary } from './view/order-summary.tsx'

type Props = {
  title: string
  /** Shown above the form: a confirmation, the chosen customer. */
  top?: (api: OrderFormApi) => ReactNode
  name: string
  initial: OrderValues
  stored: OrderValues | null
  asiakas: string
  customer: Customer | undefined
  /** Administrators set prices, type billing fields and may change a product's locked sizes. */
  staff: boolean
  buttons: (api: OrderFormApi) => ReactNode
  /** Called for Ctrl+Enter. */
  onSubmit: (api: OrderFormApi) => void
}

/** A dialog over the form is a separate form: what is typed there is not part of the order yet. */
export const isInDialog = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[aria-modal=true]') !== null

/** Enter in a text field does not submit the order: only its buttons and Ctrl+Enter do. */
export function holdEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !isInDialog(event.target)) event.preventDefault()
}

/** The form of a new order: five steps, with the summary beside them. */
export function OrderForm(props: Props) {
  const { title, top, name, initial, stored, asiakas, customer, staff, buttons, onSubmit } = props
  const { confirmDays, dialog } = useDayCheck({ staff })
  const api = useOrderForm({ name, initial, stored, asiakas, mayPrice: staff, confirmDays })
  const { form, general, draftAt, discard, leaving, failures, conflict, resolve, closeConflict } = api
  const faults = useRef<HTMLDivElement>(null)
  const submit = ({ target }: globalThis.KeyboardEvent) => {
    if (!isInDialog(target)) onSubmit(api)
  }
  useHotkeys([['mod+Enter', submit]], [])

  useEffect(() => {
    // After a rejected save the summary of the faults takes the focus.
    if (failures > 0) faults.current?.querySelector<HTMLElement>('[role=alert]')?.focus()
  }, [failures])

  const { values } = form
  const list = useRowList(form)
  const several = delivers(values) && values.toimitus.length > 1
  // Hourly jobs alone are not delivered anywhere, and several deliveries are shown with their goods.
  const goodsStep = delivers(values) && !several ? 3 : 2
  const legs = useLegs(values, useQuery(placesQuery(asiakas)).data)
  const calculated = usePrice(values, asiakas, stored)
  const Goods = several ? DeliverySections : GoodsSection
  return (
    <form onSubmit={(event) => event.preventDefault()} onKeyDown={holdEnter} noValidate aria-label={title}>
      <DetailPage
        title={title}
        focus="field"
        detail={
          <Group gap="sm">
            <DraftNote draftAt={draftAt} discard={discard} />
          </Group>
        }
        bar
        aside={
          <OrderSummary
            values={values}
            price={staff ? 0 : numberOf(values.hinta) || (calculated?.hinta ?? 0)}
            legs={legs}
            buttons={buttons(api)}
          >
            {staff && <StaffPrice form={form} id={values.id} asiakas={asiakas} calculated={calculated} isGrouped={false} />}
          </OrderSummary>
        }
      >
        {top?.(api)}
        <div ref={faults} className={classes.faults}>
          {failures > 0 && <FaultSummary faults={form.errors} general={general} labelOf={(path) => labelOf(values, path)} />}
        </div>
        <PlacesSection form={form} asiakas={asiakas} list={list} />
        <Goods form={form} asiakas={asiakas} locks={!staff} list={list} step={goodsStep} />
        <TimingSection form={form} customer={customer} step={goodsStep + 1} />
        <BillingSection form={form} customer={customer} mayType={staff} step={goodsStep + 2} />
      </DetailPage>
      <LeaveDialog {...leaving} />
      {dialog}
      <ConflictDialog conflict={conflict} labelOf={conflictLabel} show={showContent} onResolve={resolve} onClose={closeConflict} />
    </form>
  )
}

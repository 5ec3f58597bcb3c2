import { Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { PriceSteps, StoredPrice } from '#web/features/prices/price-steps.tsx'
import { UnpricedNote, UnpricedText } from '#web/features/prices/unpriced-note.tsx'
import { ConflictDialog } from '#web/kit/entity/conflict-dialog.tsx'
import { DraftNote, FaultSummary, LeaveDialog } from '#web/kit/form/form-parts.tsx'
import { NumberField } from '#web/kit/form/number-field.tsx'
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
import { useDayCheck } from './timing/day-check.tsx'
import { TimingSection } from './timing/timing-section.tsx'
import { useLegs } from './use-legs.ts'
import { useOrderForm } from './use-order-form.ts'
import { type CalculatedPrice, usePrice } from './use-price.ts'
import { useRowList } from './use-row-list.ts'
import { type JointPrice, OrderSummary } from './view/order-summary.tsx'

export type OrderFormApi = ReturnType<typeof useOrderForm>

type Props = {
  title: string
  detail?: ReactNode
  actions?: ReactNode
  /** Shown above the form: a confirmation, the chosen customer, the shipments with their next steps. */
  top?: (api: OrderFormApi) => ReactNode
  /** Shown below the form: tracking, history. */
  more?: ReactNode
  name: string
  initial: OrderValues
  stored: OrderValues | null
  asiakas: string
  customer: Customer | undefined
  /** Administrators set prices, type billing fields and may change a product's locked sizes. */
  staff: boolean
  joint?: JointPrice | null
  buttons: (api: OrderFormApi) => ReactNode
  /** Called for Ctrl+Enter. */
  onSubmit: (api: OrderFormApi) => void
}

/** A dialog over the form is a separate form: what is typed there is not part of the order yet. */
const isInDialog = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[aria-modal=true]') !== null

/** Enter in a text field does not submit the order: only its buttons and Ctrl+Enter do. */
function holdEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !isInDialog(event.target)) event.preventDefault()
}

/** The page of an order: five steps, with the summary beside them. */
export function OrderForm(props: Props) {
  const { title, detail, actions, top, more, name, initial, stored, asiakas, customer, staff, joint = null, buttons, onSubmit } = props
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
        focus={initial.saved ? 'heading' : 'field'}
        detail={
          <Group gap="sm">
            {detail}
            <DraftNote draftAt={draftAt} discard={discard} />
          </Group>
        }
        actions={actions}
        bar
        aside={
          <OrderSummary
            values={values}
            price={staff ? 0 : numberOf(values.hinta) || (calculated?.hinta ?? 0)}
            joint={joint}
            legs={legs}
            buttons={buttons(api)}
          >
            {staff && <StaffPrice form={form} id={values.id} asiakas={asiakas} calculated={calculated} isGrouped={joint !== null} />}
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
        {more}
      </DetailPage>
      <LeaveDialog {...leaving} />
      {dialog}
      <ConflictDialog conflict={conflict} labelOf={conflictLabel} show={showContent} onResolve={resolve} onClose={closeConflict} />
    </form>
  )
}

type StaffPriceProps = { form: OrderFormApi['form']; id: string; asiakas: string; calculated: CalculatedPrice | null; isGrouped: boolean }

/** The price list's price with its calculation, and a field for the administrator's own price. */
function StaffPrice({ form, id, asiakas, calculated, isGrouped }: StaffPriceProps) {
  const title = 'Hinnaston mukaan, alv 0 %'
  const reason = calculated?.stored === false ? calculated.puute : ''
  const priced = calculated !== null && calculated.hinta > 0
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (window.location.hash === '#hinta') field.current?.focus()
  }, [])
  return (
    <>
      {priced && calculated.stored && <StoredPrice tilaus={id} title={title} />}
      {priced && !calculated.stored && (
        <PriceSteps title={title} hinta={calculated.hinta} list={calculated.hinnasto} steps={calculated.vaiheet} />
      )}
      {reason !== '' && reason !== 'rivit' && <UnpricedText why={{ puute: reason, kohde: null, rivi: 0, paikka: '' }} asiakas={asiakas} />}
      {calculated?.stored && !priced && !isGrouped && <UnpricedNote tilaus={id} asiakas={asiakas} />}
      <NumberField
        ref={field}
        label="Hinta, alv 0 %"
        decimals={2}
        fixed
        rightSection="€"
        mt={4}
        {...(priced ? { description: 'Tyhjänä hinta tulee hinnastosta.' } : {})}
        {...form.getInputProps('hinta')}
      />
    </>
  )
}

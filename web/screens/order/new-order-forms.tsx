import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAction } from '#web/data/use-action.ts'
import { newId } from '../../data/row.ts'
import type { Customer } from './order-data.ts'
import { OrderForm } from './order-form.tsx'
import { OrderReceived } from './order-received.tsx'
import { nextOrder, type OrderValues } from './order-values.ts'
import type { OrderFormApi } from './use-order-form.ts'
import { NewOrderButtons } from './view/order-summary.tsx'

type Props = {
  title: string
  customer: Customer
  staff: boolean
  /** The initial values of the first form. */
  first: () => OrderValues
  /** The name of the draft. */
  name: string
  /** Shown above the form: the customer of the order. */
  top?: ReactNode
}

/** New orders, one after another: "Tilaa ja tee uusi" starts the next one from the same pickup. */
export function NewOrderForms({ title, customer, staff, first, name, top }: Props) {
  const navigate = useNavigate()
  const router = useRouter()
  const [initial, setInitial] = useState(first)
  const [before, setBefore] = useState<{ id: string; number: string } | null>(null)
  const area = useRef<HTMLDivElement>(null)

  // Focuses the first missing place, once a draft has been restored: in the next order that is the delivery.
  useEffect(() => {
    if (initial.id === '') return
    const frame = requestAnimationFrame(() => {
      // When the page was opened by its address, its field already has the focus (web/app/shell/page-focus.ts).
      if (area.current?.querySelector('input:focus')) return
      // On a phone the focus would open the keyboard over a page that the person has not seen yet.
      if (!matchMedia('(pointer: fine)').matches) return
      // Without this the focus would come from the link that led here: see PlacePicker.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      area.current?.querySelector<HTMLElement>('[data-place-picker]')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [initial.id])
  // The next page is prefetched while the order is typed.
  useEffect(() => {
    void router.preloadRoute({ to: '/tilaus/$id', params: { id: initial.id } })
  }, [router, initial.id])

  const order = async ({ api, next }: { api: OrderFormApi; next: 'open' | 'again' }) => {
    const values = api.form.getValues()
    const result = await api.save()
    if (result.done && (next === 'open' || result.edited)) {
      // The button shows progress until the order's page has opened.
      await navigate({ href: `/tilaus/${result.id}?vastaanotettu=${result.edited ? 'aiemmin' : '1'}` })
      return
    }
    if (!result.done) return
    setBefore({ id: result.id, number: result.number })
    setInitial(nextOrder(values, newId))
    window.scrollTo({ top: 0 })
  }
  const { run, isRunning, variables } = useAction({ mutationFn: order })
  return (
    <div ref={area}>
      <OrderForm
        key={initial.id}
        title={title}
        top={() => (
          <>
            {before && <OrderReceived key={before.id} {...before} focus={false} onClose={() => setBefore(null)} />}
            {top}
          </>
        )}
        name={name}
        initial={initial}
        stored={null}
        asiakas={customer.id}
        customer={customer}
        staff={staff}
        buttons={(api) => <NewOrderButtons saving={isRunning && variables ? variables.next : null} onSave={(next) => run({ api, next })} />}
        onSubmit={(api) => run({ api, next: 'open' })}
      />
    </div>
  )
}

import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAction } from '#web/data/use-action.ts'
import { newId } from '../../data/row.ts'
import type { Customer } from './order-data.ts'
import { OrderForm, type OrderFormApi } from './order-form.tsx'
import { OrderReceived } from './order-received.tsx'
import { nextOrder, type OrderValues } from './order-values.ts'
import { NewOrderButtons } from './view/order-summary.tsx'

type Props = {
  title: string
  customer: Customer
  staff: boolean
  /** What the first form holds. */
  first: () => OrderValues
  /** Names the draft. */
  name: string
  /** Above the form: whose order it is. */
  top?: ReactNode
}

/** One new order after another: "Tilaa ja tee uusi" begins a fresh one from the same pickup. */
export function NewOrderForms({ title, customer, staff, first, name, top }: Props) {
  const navigate = useNavigate()
  const router = useRouter()
  const [initial, setInitial] = useState(first)
  const [before, setBefore] = useState<{ id: string; number: string } | null>(null)
  const area = useRef<HTMLDivElement>(null)

  // The typing begins at the first place that is missing: after another order that is the delivery. Once a draft is back.
  useEffect(() => {
    if (initial.id === '') return
    const frame = requestAnimationFrame(() => {
      // Opened by its address, the page has the focus there already (web/app/shell/page-focus.ts).
      if (area.current?.querySelector('input:focus')) return
      // On a phone it would bring up the keyboard over a page that nobody has seen yet.
      if (!matchMedia('(pointer: fine)').matches) return
      // From nowhere, not from the link that led here: see PlacePicker.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      area.current?.querySelector<HTMLElement>('[data-place-picker]')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [initial.id])
  // The page that comes next is fetched while the order is typed.
  useEffect(() => {
    void router.preloadRoute({ to: '/tilaus/$id', params: { id: initial.id } })
  }, [router, initial.id])

  const order = async ({ api, next }: { api: OrderFormApi; next: 'open' | 'again' }) => {
    const values = api.form.getValues()
    const result = await api.save()
    if (result.done && (next === 'open' || result.edited)) {
      // The button keeps turning until the order's page is there.
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

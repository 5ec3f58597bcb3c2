import { useEffect, useRef } from 'react'
import { PriceSteps, StoredPrice } from '#web/features/prices/price-steps.tsx'
import { UnpricedNote, UnpricedText } from '#web/features/prices/unpriced-note.tsx'
import { NumberField } from '#web/kit/form/number-field.tsx'
import type { OrderFormApi } from './use-order-form.ts'
import type { CalculatedPrice } from './use-price.ts'

type StaffPriceProps = {
  form: OrderFormApi['form']
  id: string
  asiakas: string
  calculated: CalculatedPrice | null
  isGrouped: boolean
  startsFocused?: boolean
}

/** The price list's price with its calculation, and a field for the administrator's own price. */
export function StaffPrice({ form, id, asiakas, calculated, isGrouped, startsFocused = false }: StaffPriceProps) {
  const title = 'Hinnaston mukaan, alv 0 %'
  const reason = calculated?.stored === false ? calculated.puute : ''
  const priced = calculated !== null && calculated.hinta > 0
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (startsFocused) field.current?.focus()
  }, [startsFocused])
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

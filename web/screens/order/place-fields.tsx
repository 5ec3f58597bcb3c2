import { Checkbox, Select, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { End } from '#domain/values/place.ts'
import { postalKey, postalPointsQuery } from '../../kit/postal-points.ts'
import { placeLabels } from './order-check.ts'
import type { AddressKey, ContactKey, OrderValues, PlaceValues } from './order-values.ts'

/** The countries that the company drives to and from (SPEC section 9). */
const countries = { FI: 'Suomi', EE: 'Viro', RU: 'Venäjä', NO: 'Norja', SE: 'Ruotsi', LV: 'Latvia', LT: 'Liettua' }
const countryOptions = Object.entries(countries).map(([value, label]) => ({ value, label }))

type Props = {
  form: UseFormReturnType<OrderValues>
  end: End
  focus: boolean
}

/** The fields of an address that is typed. */
export function PlaceFields({ form, end, focus }: Props) {
  const place = form.getValues()[end]
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A place of the map provider has its street and town already: what is missing comes first. A second line is mostly none.
    const inputs = [...(area.current?.querySelectorAll('input') ?? [])]
    if (focus) inputs.find(({ value, dataset }) => value === '' && dataset.optional === undefined)?.focus()
  }, [focus])
  const queryClient = useQueryClient()
  /** The town that was found for a code; what somebody has typed themselves stays. */
  const foundTown = useRef('')

  const fillTown = async (code: string) => {
    const key = postalKey(form.getValues()[end].maa, code)
    if (key === null || !/^\d{5}$/.test(code)) return
    const found = await queryClient.fetchQuery(postalPointsQuery(key)).catch(() => null)
    const town = found?.data[0]?.paikka ?? ''
    const { postinro, postitmp } = form.getValues()[end]
    if (town === '' || postinro !== code || (postitmp !== '' && postitmp !== foundTown.current)) return
    foundTown.current = town
    form.clearFieldError(`${end}.postitmp`)
    set({ postitmp: town })
  }
  const set = (changes: Partial<PlaceValues>) => form.setFieldValue(end, { ...form.getValues()[end], ...changes })
  /** Typed over, the address is no longer the saved one. */
  const address = (key: AddressKey) => {
    const { onChange: _, ...props } = form.getInputProps(`${end}.${key}`)
    return {
      ...props,
      label: placeLabels[key],
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        const text = event.currentTarget.value
        form.clearFieldError(`${end}.${key}`)
        set({ [key]: text, osoite: null })
        if (key === 'postinro') void fillTown(text)
      },
    }
  }
  const contact = (key: ContactKey) => {
    const { onChange: _, ...props } = form.getInputProps(`${end}.${key}`)
    return {
      ...props,
      label: placeLabels[key],
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        form.clearFieldError(`${end}.${key}`)
        set({ [key]: event.currentTarget.value, yhteyshenkilo: null })
      },
    }
  }
  const off = { autoComplete: 'off' }
  return (
    <SimpleGrid ref={area} cols={2} spacing="sm" verticalSpacing="sm">
      <TextInput {...off} {...address('nimi')} style={{ gridColumn: '1 / -1' }} withAsterisk />
      <TextInput {...off} {...address('osoite1')} style={{ gridColumn: '1 / -1' }} withAsterisk />
      <TextInput {...off} {...address('osoite2')} data-optional placeholder="Esim. ovi, porras tai c/o" style={{ gridColumn: '1 / -1' }} />
      <TextInput
        {...off}
        {...address('postinro')}
        inputMode={place.maa === 'FI' ? 'numeric' : 'text'}
        maxLength={place.maa === 'FI' ? 5 : 12}
        withAsterisk
      />
      <TextInput {...off} {...address('postitmp')} withAsterisk />
      <Select
        label={placeLabels.maa}
        data={countryOptions.some(({ value }) => value === place.maa) ? countryOptions : [...countryOptions, place.maa]}
        allowDeselect={false}
        {...form.getInputProps(`${end}.maa`)}
        onChange={(maa) => set({ maa: maa ?? 'FI', osoite: null })}
        style={{ gridColumn: '1 / -1' }}
      />
      <TextInput {...off} {...contact('etunimi')} />
      <TextInput {...off} {...contact('sukunimi')} />
      <TextInput {...off} {...contact('puhelin')} type="tel" />
      <TextInput {...off} {...contact('email')} type="email" />
      {place.osoite === null && (
        <Checkbox
          label="Tallenna osoitteisiin"
          style={{ gridColumn: '1 / -1' }}
          checked={place.save}
          onChange={(event) => set({ save: event.currentTarget.checked })}
        />
      )}
    </SimpleGrid>
  )
}

import { Checkbox, Select, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { End } from '#domain/values/place/place.ts'
import { postalKey, postalPointsQuery } from '#web/features/addresses/postal-points.ts'
import { settings } from '#web/session/settings.ts'
import classes from '../order.module.css'
import { placeLabels } from '../order-check.ts'
import type { OrderValues } from '../order-values.ts'
import type { AddressKey, ContactKey, PlaceValues } from './place-values.ts'

/** The countries that the company drives to and from (rules/values.md#countries). */
const countries = { FI: 'Suomi', EE: 'Viro', RU: 'Venäjä', NO: 'Norja', SE: 'Ruotsi', LV: 'Latvia', LT: 'Liettua' }
const countryOptions = Object.entries(countries).map(([value, label]) => ({ value, label }))

/** Explains whose number is needed. */
const phoneUses: Record<End, string> = {
  nouto: 'Kuljettaja soittaa tähän, jos noudossa on kysyttävää.',
  toimitus: 'Kuljettaja soittaa tähän numeroon.',
}

type Props = {
  form: UseFormReturnType<OrderValues>
  end: End
  position: number
  focus: boolean
}

/** The fields of a typed address. */
export function PlaceFields({ form, end, position, focus }: Props) {
  const path = `${end}.${position}`
  const place = form.values[end][position]
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A place of the map provider already has its street and town, so the first missing field gets the focus. A second line is rarely needed.
    const inputs = [...(area.current?.querySelectorAll('input') ?? [])]
    if (focus) inputs.find(({ value, dataset }) => value === '' && dataset.optional === undefined)?.focus()
  }, [focus])
  const queryClient = useQueryClient()
  const placeNow = (): PlaceValues | undefined => form.getValues()[end][position]
  /** The town found for a postal code; a town that the person has typed stays. */
  const foundTown = useRef('')

  const fillTown = async (code: string) => {
    const key = postalKey(placeNow()?.maa ?? '', code)
    if (key === null || !/^\d{5}$/.test(code)) return
    const found = await queryClient.fetchQuery(postalPointsQuery(key)).catch(() => null)
    const town = found?.data[0]?.paikka ?? ''
    const now = placeNow()
    if (town === '' || now?.postinro !== code || (now.postitmp !== '' && now.postitmp !== foundTown.current)) return
    foundTown.current = town
    form.clearFieldError(`${path}.postitmp`)
    set({ postitmp: town })
  }
  const set = (changes: Partial<PlaceValues>) => form.setFieldValue(path, { ...placeNow(), ...changes })
  /** Editing the address drops the reference to the saved one. */
  const address = (key: AddressKey) => {
    const { onChange: _, ...props } = form.getInputProps(`${path}.${key}`)
    return {
      ...props,
      label: placeLabels[key],
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        const text = event.currentTarget.value
        form.clearFieldError(`${path}.${key}`)
        set({ [key]: text, osoite: null })
        if (key === 'postinro') void fillTown(text)
      },
    }
  }
  const contact = (key: ContactKey) => {
    const { onChange: _, ...props } = form.getInputProps(`${path}.${key}`)
    return {
      ...props,
      label: placeLabels[key],
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        form.clearFieldError(`${path}.${key}`)
        set({ [key]: event.currentTarget.value, yhteyshenkilo: null })
      },
    }
  }
  if (!place) return null
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
        {...form.getInputProps(`${path}.maa`)}
        onChange={(maa) => set({ maa: maa ?? 'FI', osoite: null })}
        style={{ gridColumn: '1 / -1' }}
      />
      <fieldset className={classes.contact}>
        <legend className={classes.contactTitle}>Yhteyshenkilö</legend>
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
          <TextInput {...off} {...contact('etunimi')} />
          <TextInput {...off} {...contact('sukunimi')} />
          <TextInput {...off} {...contact('puhelin')} type="tel" description={phoneUses[end]} />
          <TextInput {...off} {...contact('email')} type="email" />
        </SimpleGrid>
      </fieldset>
      {place.osoite === null && settings().features.osoitteiden_hallinta && (
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

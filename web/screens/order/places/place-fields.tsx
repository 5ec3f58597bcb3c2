import { Checkbox, Select, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { AddressSuggestion } from '#domain/features/addresses/addresses.ts'
import type { End } from '#domain/values/place/place.ts'
import { streetOf } from '#web/features/addresses/address-suggestions.ts'
import { countryOptions } from '#web/features/addresses/country-options.ts'
import { townOf } from '#web/features/addresses/postal-points.ts'
import { StreetInput } from '#web/features/addresses/street-input.tsx'
import { useFeature } from '#web/session/settings.ts'
import classes from '../order.module.css'
import { placeLabels } from '../order-check.ts'
import type { OrderValues } from '../order-values.ts'
import { suggestionOf } from './place-suggestions.ts'
import type { AddressKey, ContactKey, PlaceValues } from './place-values.ts'

/** The purpose of the number, so that the person knows whose to give. */
const phoneUses: Record<End, string> = {
  nouto: 'Kuljettaja soittaa tähän, jos noudossa on kysyttävää.',
  toimitus: 'Kuljettaja soittaa tähän numeroon.',
}

type Props = {
  form: UseFormReturnType<OrderValues>
  asiakas: string
  end: End
  position: number
  focus: boolean
}

/** What a suggestion picked for a typed street fills in. The saved address is referred to only when its name is the place's too. */
function textsOfPicked(found: AddressSuggestion, typed: string, now: PlaceValues): Partial<PlaceValues> {
  const { nimi: named, osoite2, postinro, postitmp, maa, osoite } = suggestionOf(found).place
  const keepsCode = postinro === '' && now.postitmp === postitmp
  const nimi = now.nimi || named
  return {
    ...{ nimi, osoite1: streetOf(found, typed), osoite2: osoite2 || now.osoite2, postitmp, maa },
    postinro: keepsCode ? now.postinro : postinro,
    osoite: nimi === named ? osoite : null,
  }
}

/** The fields of an address that is typed. */
export function PlaceFields({ form, asiakas, end, position, focus }: Props) {
  const hasAddresses = useFeature('osoitteiden_hallinta')
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
    const town = await townOf(queryClient, placeNow()?.maa ?? '', code)
    const now = placeNow()
    if (town === '' || now?.postinro !== code || (now.postitmp !== '' && now.postitmp !== foundTown.current)) return
    foundTown.current = town
    form.clearFieldError(`${path}.postitmp`)
    set({ postitmp: town })
  }
  const set = (changes: Partial<PlaceValues>) => form.setFieldValue(path, { ...placeNow(), ...changes })
  /** The rest of the place comes along; its postal code only where it is known. */
  const pick = (found: AddressSuggestion, typed: string) => {
    for (const key of ['osoite1', 'postinro', 'postitmp']) form.clearFieldError(`${path}.${key}`)
    const now = placeNow()
    if (now) set(textsOfPicked(found, typed, now))
  }
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
      <div style={{ gridColumn: '1 / -1' }}>
        <StreetInput
          {...form.getInputProps(`${path}.osoite1`)}
          label={placeLabels.osoite1}
          asiakas={asiakas}
          value={place.osoite1}
          onChange={(text) => {
            form.clearFieldError(`${path}.osoite1`)
            set({ osoite1: text, osoite: null })
          }}
          onPick={pick}
          withAsterisk
        />
      </div>
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
        data={countryOptions(place.maa)}
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
      {place.osoite === null && hasAddresses && (
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

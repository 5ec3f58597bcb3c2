import { Input, Select, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { locationSources } from '#domain/entities/address/address.entity.ts'
import type { AddressSuggestion } from '#domain/features/addresses/addresses.ts'
import type { SetFields } from '#web/kit/entity/fields/entity-fields.tsx'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'
import { type Content, coordinateDecimals } from '#web/kit/entity/fields/row-fields.ts'
import { NumberField } from '#web/kit/form/number-field.tsx'
import { streetOf } from './address-suggestions.ts'
import { countryOptions } from './country-options.ts'
import { townOf } from './postal-points.ts'
import { StreetInput } from './street-input.tsx'

// Inputs of the address form that also fill other fields.

type Props = { input: InputProps; content: Content; set: SetFields }

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Makes the server look the point up when the address is saved. */
const noPoint = { lat: null, lng: null, sijainti_lahde: '' }

/** Removes a point of the map provider, which no longer applies once the picked address is edited. */
const withoutProviderPoint = (content: Content): Content => (content.sijainti_lahde === 'karttapalvelu' ? noPoint : {})

/** The fields that a picked suggestion fills in. If it has no postal code, the typed one stays only if the town is the same. */
export function fieldsOfSuggestion(found: AddressSuggestion, typed: string, content: Content): Content {
  const { lahde, arvio, name, lat = null, lng = null, field_postinumero = '', field_postitoimipaikka = '', field_maa = 'FI' } = found
  const keepsCode = field_postinumero === '' && content.field_postitoimipaikka === field_postitoimipaikka
  const isExact = lahde === 'karttapalvelu' && !arvio && lat !== null && lng !== null
  return {
    field_osoite_1: streetOf(found, typed),
    field_postinumero: keepsCode ? content.field_postinumero : field_postinumero,
    field_postitoimipaikka,
    field_maa,
    ...(textOf(content.name) === '' ? { name } : {}),
    ...(isExact ? { lat, lng, sijainti_lahde: 'karttapalvelu' } : noPoint),
  }
}

function StreetSuggestInput({ input: { label, error, readOnly, required, onBlur, ...input }, content, set }: Props) {
  return (
    <StreetInput
      {...{ label, error, readOnly }}
      withAsterisk={required}
      {...(onBlur ? { onBlur } : {})}
      data-path={input['data-path']}
      asiakas={textOf(content.asiakas) || null}
      value={textOf(input.value)}
      onChange={(field_osoite_1) => set({ field_osoite_1, ...withoutProviderPoint(content) })}
      onPick={(found, typed) => set(fieldsOfSuggestion(found, typed, content))}
    />
  )
}

/** A complete postal code fills in its town, unless the person has typed a town. */
function PostalCodeInput({ input: { label, error, readOnly, required, onBlur, ...input }, content, set }: Props) {
  const queryClient = useQueryClient()
  const filled = useRef('')
  const newest = useRef('')
  const isFinnish = content.field_maa === 'FI'
  const type = async (field_postinumero: string) => {
    newest.current = field_postinumero
    set({ field_postinumero, ...withoutProviderPoint(content) })
    const town = await townOf(queryClient, textOf(content.field_maa), field_postinumero)
    const typedTown = textOf(content.field_postitoimipaikka)
    if (town === '' || newest.current !== field_postinumero || (typedTown !== '' && typedTown !== filled.current)) return
    filled.current = town
    set({ field_postitoimipaikka: town })
  }
  return (
    <TextInput
      {...{ label, error, readOnly }}
      withAsterisk={required}
      {...(onBlur ? { onBlur } : {})}
      data-path={input['data-path']}
      autoComplete="off"
      inputMode={isFinnish ? 'numeric' : 'text'}
      maxLength={isFinnish ? 5 : 12}
      value={textOf(input.value)}
      onChange={({ currentTarget }) => void type(currentTarget.value)}
    />
  )
}

function CountryInput({ input: { label, value, onChange, readOnly, error, ...input } }: Pick<Props, 'input'>) {
  return (
    <Select
      {...{ label, readOnly, error }}
      data-path={input['data-path']}
      data={countryOptions(textOf(value))}
      allowDeselect={false}
      value={textOf(value)}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  )
}

/** Changes only the form's own fields: some forms contain a part of an address, without its name and position. */
const onlyOf =
  (content: Content, set: SetFields): SetFields =>
  (values) =>
    set(Object.fromEntries(Object.entries(values).filter(([key]) => key in content)))

type AddressInput = (input: InputProps, content: Content, set: SetFields) => ReactNode

/** The inputs of every address form: the street with suggestions, the postal code that fills in its town, and the country. */
export const addressInputs = {
  field_osoite_1: (input, content, set) => <StreetSuggestInput input={input} content={content} set={onlyOf(content, set)} />,
  field_postinumero: (input, content, set) => <PostalCodeInput input={input} content={content} set={onlyOf(content, set)} />,
  field_maa: (input) => <CountryInput input={input} />,
} satisfies Record<string, AddressInput>

/** Typing a coordinate marks the point as set by hand. */
export function CoordinateInput({ input, name, set }: Pick<Props, 'input' | 'set'> & { name: 'lat' | 'lng' }) {
  const { label, value, error, readOnly, onBlur } = input
  return (
    <NumberField
      {...{ label, error, readOnly }}
      {...(onBlur ? { onBlur } : {})}
      data-path={input['data-path']}
      decimals={coordinateDecimals}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={(typed) => set({ [name]: typed === '' ? null : typed, sijainti_lahde: typed === '' ? '' : 'kasin' })}
    />
  )
}

const sourceTexts: Record<keyof typeof locationSources, string> = {
  '': 'Sijaintia ei tiedetä. Se haetaan, kun osoite tallennetaan.',
  postinumero: 'Sijainti on arvio: postinumeron keskipiste.',
  karttapalvelu: 'Sijainti on karttapalvelusta.',
  kasin: 'Sijainti on asetettu käsin.',
}
const isSource = (value: unknown): value is keyof typeof locationSources =>
  typeof value === 'string' && Object.hasOwn(locationSources, value)

export function LocationSource({ content: { sijainti_lahde: source } }: Pick<Props, 'content'>) {
  return (
    <Input.Wrapper label="Sijainnin tarkkuus" labelElement="div">
      <Text c={source === 'postinumero' ? 'var(--kuorma-warning)' : undefined} aria-live="polite">
        {sourceTexts[isSource(source) ? source : '']}
      </Text>
    </Input.Wrapper>
  )
}

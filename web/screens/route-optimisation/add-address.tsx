import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AddressSuggestion } from '#domain/features/addresses/addresses.ts'
import { newId } from '#web/data/row.ts'
import { postalKey, postalPointsQuery } from '#web/features/addresses/postal-points.ts'
import { StreetInput } from '#web/features/addresses/street-input.tsx'
import type { DriveStop } from './route-plan.ts'

type Props = { label: string; onAdd: (stop: DriveStop) => void }

/** Minutes at a typed address. */
const usualMinutes = 10

const unknownPlace = 'Osoitteen sijaintia ei tiedetä. Valitse ehdotus, jolla on postinumero.'

/** A saved or typed address; only one that is picked from the suggestions has a point. */
export function AddAddress({ label, onAdd }: Props) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const pick = async (picked: AddressSuggestion) => {
    setTyped(picked.label)
    setFault('')
    const { lat, lng, field_maa: country = 'FI', field_postinumero: code = '' } = picked
    const key = postalKey(country, code)
    const hasPoint = typeof lat === 'number' && typeof lng === 'number'
    const postal = hasPoint || key === null ? null : await queryClient.fetchQuery(postalPointsQuery(key)).catch(() => null)
    const point = hasPoint ? { lat, lng } : postal?.data[0]
    if (!point) {
      setFault(unknownPlace)
      return
    }
    const place = { label: labelOf(picked), lat: point.lat, lng: point.lng, approximate: !hasPoint || picked.arvio }
    onAdd({ id: newId(), ...place, locked: false, begin: 0, end: 0, minutes: usualMinutes, works: [] })
    setTyped('')
  }
  return (
    <StreetInput
      label={label}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        setFault('')
      }}
      onPick={(picked) => void pick(picked)}
      onBlur={() => {
        if (typed.trim() !== '' && fault === '') setFault('Valitse osoite ehdotuksista.')
      }}
      asiakas={null}
      error={fault || undefined}
    />
  )
}

const labelOf = ({ name, label }: AddressSuggestion): string => (name && !label.startsWith(name) ? `${name}, ${label}` : label)

import { Button, Group, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { End } from '#domain/values/place.ts'
import classes from './order.module.css'
import { endLabels, isUnfinished } from './order-check.ts'
import { blankPlace, delivers, isBlankPlace, type OrderValues, type Place } from './order-values.ts'
import { PlaceFields } from './place-fields.tsx'
import { PlacePicker } from './place-picker.tsx'
import { addressLine, beginningOf, contactLine, placesQuery, type Suggestion } from './place-suggestions.ts'

type Props = { form: UseFormReturnType<OrderValues>; asiakas: string }

/** Steps 1 and 2, side by side: where from and where to. */
export function PlacesSection({ form, asiakas }: Props) {
  return (
    <div className={classes.places}>
      <PlaceStep form={form} asiakas={asiakas} end="nouto" step={1} label="Osoite tai lähettäjä" />
      {delivers(form.values) && <PlaceStep form={form} asiakas={asiakas} end="toimitus" step={2} label="Osoite tai vastaanottaja" />}
    </div>
  )
}

/** The focus goes on to the next field of the form, as Tab would take it, and shows what there is to choose. */
function focusAfter(area: HTMLElement | null): void {
  const fields = [...(area?.closest('form')?.querySelectorAll<HTMLInputElement>('input:not(:disabled)') ?? [])]
  const next = fields.find((field) => area && area.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING)
  next?.focus()
  next?.click()
}

type StepProps = Props & { end: End; step: number; label: string }
/** `mend`: the fields are open because something is missing or wrong, and stay open while it is mended; the focus stays where it is. */
type Mode = 'pick' | 'type' | 'mend' | 'card'

function PlaceStep({ form, asiakas, end, step, label }: StepProps) {
  const heading = useId()
  const area = useRef<HTMLElement>(null)
  const places = useQuery(placesQuery(asiakas))
  const [asked, setAsked] = useState<Mode | null>(null)
  const place = form.values[end]
  // A fault needs its field in sight, whatever was chosen.
  const faulty = Object.keys(form.errors).some((path) => path.startsWith(`${end}.`) && form.errors[path])
  const blank = isBlankPlace(place)
  const wished = asked ?? (blank ? 'pick' : 'card')
  // Half an address, of a draft or a saved one, is never shown as a ready one.
  const isOpen = (faulty && !(blank && asked === 'pick')) || (wished === 'card' && isUnfinished(place))
  const mode: Mode = isOpen && wished !== 'type' ? 'mend' : wished
  useEffect(() => {
    if (mode === 'mend') setAsked('mend')
  }, [mode])
  const suggestions = places.data?.[end]

  const clearFaults = () => {
    for (const path of Object.keys(form.errors)) if (path.startsWith(`${end}.`)) form.clearFieldError(path)
  }
  const take = ({ place: picked, source }: Suggestion) => {
    clearFaults()
    const wasBlank = blank
    form.setFieldValue(end, { ...form.getValues()[end], ...picked, save: false })
    const goesOn = source === 'provider' || isUnfinished(picked)
    setAsked(goesOn ? 'type' : 'card')
    // The field that was chosen in is gone; without this the focus would be on nothing.
    requestAnimationFrame(() => {
      if (goesOn) return
      // By touch the next field would bring up the keyboard over the form.
      if (wasBlank && matchMedia('(pointer: fine)').matches) focusAfter(area.current)
      else area.current?.querySelector<HTMLElement>('button:last-of-type')?.focus()
    })
  }
  const type = (words: string) => {
    const { saveAs } = form.getValues()[end]
    form.setFieldValue(end, { ...blankPlace(() => ''), ...beginningOf(words), saveAs })
    setAsked('type')
  }
  return (
    <section ref={area} className={classes.place} aria-labelledby={heading}>
      <div className={classes.placeHead}>
        <span className={classes.step} data-done={(!blank && mode === 'card') || undefined} aria-hidden>
          {step}
        </span>
        <h2 id={heading} className={classes.placeTitle}>
          {endLabels[end]}
        </h2>
        <Group gap={4} ml="auto" wrap="nowrap">
          {mode === 'card' && (
            <Button variant="subtle" size="compact-md" aria-label={`Muokkaa: ${endLabels[end]}`} onClick={() => setAsked('type')}>
              Muokkaa
            </Button>
          )}
          {mode !== 'pick' && (
            <Button
              variant="subtle"
              size="compact-md"
              aria-label={mode === 'card' ? `Vaihda: ${endLabels[end]}` : `Valitse tallennetuista: ${endLabels[end]}`}
              onClick={() => {
                clearFaults()
                setAsked('pick')
              }}
            >
              {mode === 'card' ? 'Vaihda' : 'Valitse tallennetuista'}
            </Button>
          )}
          {mode === 'pick' && !blank && (
            <Button variant="subtle" size="compact-md" onClick={() => setAsked('card')}>
              Pidä entinen
            </Button>
          )}
        </Group>
      </div>
      {mode === 'card' && <PlaceCard place={place} willSave={place.save} />}
      {mode === 'pick' && (
        <PlacePicker label={label} asiakas={asiakas} suggestions={suggestions} autoFocus={asked === 'pick'} onPick={take} onType={type} />
      )}
      {(mode === 'type' || mode === 'mend') && <PlaceFields form={form} end={end} focus={mode === 'type' && !faulty} />}
    </section>
  )
}

/** A chosen place as people read it. */
export function PlaceCard({ place, willSave = false }: { place: Place; willSave?: boolean }) {
  const contact = contactLine(place)
  return (
    <address className={classes.card}>
      <strong>{place.nimi || 'Nimi puuttuu'}</strong>
      <span>{addressLine(place)}</span>
      {contact && (place.puhelin ? <a href={`tel:${place.puhelin}`}>{contact}</a> : <span>{contact}</span>)}
      {place.email && <a href={`mailto:${place.email}`}>{place.email}</a>}
      {willSave && (
        <Text size="sm" c="dimmed" mt={4}>
          Tallennetaan osoitteisiin.
        </Text>
      )}
    </address>
  )
}

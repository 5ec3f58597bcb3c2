import { Button, Group, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { End } from '#domain/values/place/place.ts'
import classes from '../order.module.css'
import { isUnfinished, placeName } from '../order-check.ts'
import { delivers, type OrderValues } from '../order-values.ts'
import type { RowList } from '../use-row-list.ts'
import { MergePlaces } from './merge-places.tsx'
import { linesAt } from './order-places.ts'
import { PlaceFields } from './place-fields.tsx'
import { PlacePicker } from './place-picker.tsx'
import { addressLine, contactLine, fieldsOfTyped, placesQuery, type Suggestion } from './place-suggestions.ts'
import { blankPlace, isBlankPlace, type Place } from './place-values.ts'
import { placeRemovedText } from './removed-text.ts'
import several from './several-places.module.css'

type Props = { form: UseFormReturnType<OrderValues>; asiakas: string; list: RowList }

/**
 * The pickups, and the delivery beside them while there is one. Several deliveries are shown with their goods (DeliverySections).
 * `numbered`: as steps of a new order's form.
 */
export function PlacesSection({ form, asiakas, list, numbered = true }: Props & { numbered?: boolean }) {
  const { nouto, toimitus } = form.values
  const [only] = toimitus
  return (
    <div className={classes.places}>
      {nouto.map(({ key }, position) => (
        <PlaceStep key={key} form={form} asiakas={asiakas} list={list} end="nouto" position={position} step={numbered ? 1 : undefined} />
      ))}
      {only && toimitus.length === 1 && delivers(form.values) && (
        <PlaceStep key={only.key} form={form} asiakas={asiakas} list={list} end="toimitus" position={0} step={numbered ? 2 : undefined} />
      )}
    </div>
  )
}

const searchLabels: Record<End, string> = { nouto: 'Osoite tai lähettäjä', toimitus: 'Osoite tai vastaanottaja' }

/** Moves the focus to the form's next field, as Tab would, and opens its list. */
function focusAfter(area: HTMLElement | null): void {
  const fields = [...(area?.closest('form')?.querySelectorAll<HTMLInputElement>('input:not(:disabled)') ?? [])]
  const next = fields.find((field) => area && area.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING)
  next?.focus()
  next?.click()
}

type StepProps = Props & {
  end: End
  /** Which of the order's pickups or deliveries. */
  position: number
  /** The number of the form's step; undefined where the form has no steps. */
  step: number | undefined
}
/** `mend`: the fields are open because something is missing or wrong, and stay open while it is corrected; the focus does not move. */
type Mode = 'pick' | 'type' | 'mend' | 'card'

/** One place of the order: being chosen, typed, or shown as a card. */
export function PlaceStep({ form, asiakas, list, end, position, step }: StepProps) {
  const heading = useId()
  const area = useRef<HTMLElement>(null)
  const places = useQuery(placesQuery(asiakas))
  const [chosenMode, setChosenMode] = useState<Mode | null>(null)
  const place = form.values[end][position]
  const path = `${end}.${position}`
  // A fault's field must be visible, in any mode.
  const faulty = Object.keys(form.errors).some((field) => field.startsWith(`${path}.`) && form.errors[field])
  const blank = place === undefined || isBlankPlace(place)
  const wished = chosenMode ?? (blank ? 'pick' : 'card')
  // An incomplete address, of a draft or a saved one, is not shown as a finished card.
  const isOpen = (faulty && !(blank && chosenMode === 'pick')) || (wished === 'card' && place !== undefined && isUnfinished(place))
  const mode: Mode = isOpen && wished !== 'type' ? 'mend' : wished
  useEffect(() => {
    if (mode === 'mend') setChosenMode('mend')
  }, [mode])
  if (!place) return null
  const name = placeName(form.values, end, position)

  const clearFaults = () => {
    for (const field of Object.keys(form.errors)) if (field.startsWith(`${path}.`)) form.clearFieldError(field)
  }
  const take = ({ place: picked, source }: Suggestion) => {
    clearFaults()
    const wasBlank = blank
    form.setFieldValue(path, { ...place, ...picked, save: false })
    const goesOn = source === 'provider' || isUnfinished(picked)
    setChosenMode(goesOn ? 'type' : 'card')
    // The field that was used for choosing is gone, so the focus must be moved.
    requestAnimationFrame(() => {
      if (goesOn) return
      // On a touch screen, focusing the next field would open the keyboard over the form.
      if (wasBlank && matchMedia('(pointer: fine)').matches) focusAfter(area.current)
      else area.current?.querySelector<HTMLElement>('button:last-of-type')?.focus()
    })
  }
  const type = (words: string) => {
    const { key, saveAs } = place
    form.setFieldValue(path, { ...blankPlace(() => ''), ...fieldsOfTyped(words), key, saveAs })
    setChosenMode('type')
  }
  const remove = () => {
    const values = form.getValues()
    list.remove(linesAt(values, end, place.key), placeRemovedText(values, end, place.key))
  }
  return (
    <section ref={area} className={classes.place} aria-labelledby={heading} data-place={place.key}>
      <div className={classes.placeHead}>
        {step !== undefined && (
          <span className={classes.step} data-done={(!blank && mode === 'card') || undefined} aria-hidden>
            {step}
          </span>
        )}
        <h2 id={heading} className={classes.placeTitle}>
          {name}
        </h2>
        <Group gap={4} ml="auto" wrap="nowrap">
          {mode === 'card' && (
            <Button variant="subtle" size="compact-md" aria-label={`Muokkaa: ${name}`} onClick={() => setChosenMode('type')}>
              Muokkaa
            </Button>
          )}
          {mode !== 'pick' && (
            <Button
              variant="subtle"
              size="compact-md"
              aria-label={mode === 'card' ? `Vaihda: ${name}` : `Valitse tallennetuista: ${name}`}
              onClick={() => {
                clearFaults()
                setChosenMode('pick')
              }}
            >
              {mode === 'card' ? 'Vaihda' : 'Valitse tallennetuista'}
            </Button>
          )}
          {mode === 'pick' && !blank && (
            <Button variant="subtle" size="compact-md" onClick={() => setChosenMode('card')}>
              Pidä entinen
            </Button>
          )}
        </Group>
      </div>
      {mode === 'card' && <PlaceCard place={place} willSave={place.save} />}
      {mode === 'pick' && (
        <PlacePicker
          label={searchLabels[end]}
          asiakas={asiakas}
          suggestions={places.data?.[end]}
          autoFocus={chosenMode === 'pick'}
          onPick={take}
          onType={type}
        />
      )}
      {(mode === 'type' || mode === 'mend') && (
        <PlaceFields form={form} asiakas={asiakas} end={end} position={position} focus={mode === 'type' && !faulty} />
      )}
      {form.values[end].length > 1 && (
        <div className={several.placeTools}>
          {!blank && <MergePlaces form={form} end={end} place={place} name={name} list={list} />}
          <Button variant="subtle" size="compact-md" aria-label={`Poista: ${name}`} onClick={remove}>
            Poista osoite
          </Button>
        </div>
      )}
    </section>
  )
}

/** A chosen place as text. */
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

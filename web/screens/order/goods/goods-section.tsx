import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type End, ends } from '#domain/values/place/place.ts'
import { newId } from '#web/data/row.ts'
import { useFeature } from '#web/session/settings.ts'
import { Section } from '#web/ui/section.tsx'
import { placeName } from '../order-check.ts'
import { blankJob, blankRow, totalsOf } from '../order-values.ts'
import { withPlace } from '../places/order-places.ts'
import { PlaceStep } from '../places/places-section.tsx'
import several from '../places/several-places.module.css'
import { focusRow } from '../use-row-list.ts'
import { ExtraWork } from './extra-work.tsx'
import { type GoodsProps, GoodsRows } from './goods-rows.tsx'

type Props = GoodsProps & { step: number | undefined }

/** The goods, one row for each shipment, and the extra work; or hourly work alone. */
export function GoodsSection({ step, ...props }: Props) {
  const { form, list } = props
  const { rows, jobs, nouto, toimitus } = form.values
  const filled = totalsOf(rows).pieces > 0 && rows.every((row) => row.paino !== '' && row.pituus !== '')
  const carries = rows.length > 0
  const hasManyRows = useFeature('useat_tuotteet')
  const extra = jobs.length > 0 && <ExtraWork form={form} list={list} alone={!carries} />
  const key = { nouto: nouto[0]?.key ?? '', toimitus: toimitus[0]?.key ?? '' }
  return (
    <Section
      title={carries ? 'Tavarat' : 'Tuntityöt'}
      {...(step === undefined ? {} : { step })}
      done={carries ? filled : jobs.length > 0}
      aside={<AddWork {...props} label={carries ? 'Lisätyö tunteina' : 'Lisää tuntityö'} />}
    >
      <GoodsRows {...props} />
      {!carries && extra}
      <Group mt="md">
        {(hasManyRows || !carries) && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => list.insertRow(blankRow(newId, rows.at(-1) ?? key), form.getValues().rows.length)}
          >
            {carries ? 'Lisää rivi' : 'Lisää tavararivi'}
          </Button>
        )}
        {hasManyRows && carries && <AddPlaces {...props} />}
      </Group>
      {carries && extra}
    </Section>
  )
}

/** For an order with several deliveries: each place with the goods that go there. */
export function DeliverySections({ step, ...props }: Props) {
  const { form, asiakas, list } = props
  const { toimitus, jobs } = form.values
  const hasManyRows = useFeature('useat_tuotteet')
  return (
    <>
      {toimitus.map((place, position) => {
        const name = placeName(form.values, 'toimitus', position)
        return (
          <div key={place.key} className={several.delivery}>
            <PlaceStep form={form} asiakas={asiakas} list={list} end="toimitus" position={position} step={step} />
            <section className={several.deliveryGoods} aria-label={`Tavarat: ${name}`}>
              <GoodsRows {...props} delivery={place.key} />
              {hasManyRows && (
                <Button
                  variant="default"
                  mt="md"
                  leftSection={<IconPlus size={18} aria-hidden />}
                  aria-label={`Lisää rivi: ${name}`}
                  onClick={() => {
                    const { rows } = form.getValues()
                    const last = rows.findLastIndex((row) => row.toimitus === place.key)
                    const key = { nouto: rows[last]?.nouto ?? '', toimitus: place.key }
                    list.insertRow(blankRow(newId, key), last + 1)
                  }}
                >
                  Lisää rivi
                </Button>
              )}
            </section>
          </div>
        )
      })}
      <Group>
        {hasManyRows && <AddPlaces {...props} />}
        <AddWork {...props} label="Lisätyö tunteina" />
      </Group>
      {jobs.length > 0 && (
        <Section title="Lisätyöt">
          <ExtraWork form={form} list={list} alone />
        </Section>
      )}
    </>
  )
}

const addLabels: Record<End, string> = { nouto: 'Lisää nouto-osoite', toimitus: 'Lisää toimitusosoite' }

function AddPlaces({ form, list }: GoodsProps) {
  const addPlace = (end: End) => {
    const { row, place, ...change } = withPlace(form.getValues(), end, newId)
    list.change(change)
    // The place is typed before its goods, so it gets the focus.
    requestAnimationFrame(() => {
      const field = document.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"] input`)
      if (field) field.focus()
      else focusRow(row)
    })
  }
  return ends.map((end) => (
    <Button key={end} variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => addPlace(end)}>
      {addLabels[end]}
    </Button>
  ))
}

/** Hourly work: with goods it is extra work, which the company may not have. */
function AddWork({ form, list, label }: GoodsProps & { label: string }) {
  const hasExtraWork = useFeature('lisatyot')
  if (!hasExtraWork && form.values.rows.length > 0) return null
  return (
    <Button
      variant="subtle"
      size="compact-md"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => list.addJob(blankJob(newId, form.getValues().nouto[0]?.key ?? ''))}
    >
      {label}
    </Button>
  )
}

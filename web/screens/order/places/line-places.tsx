import { Button, Group, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type End, ends } from '#domain/values/place/place.ts'
import { DateField } from '#web/kit/form/date-field.tsx'
import { endLabels, noteLabels, placeName } from '../order-check.ts'
import type { GoodsValues, JobValues, OrderValues } from '../order-values.ts'
import { dayOrNone, nothingOwn } from '../timing/order-notes.ts'
import { PromisedTime, TimeWindows } from '../timing/time-windows.tsx'
import { useMayPlan } from '../timing/use-may-plan.ts'
import type { RowList } from '../use-row-list.ts'
import { movedLine, withEarlierPlaces } from './order-places.ts'
import several from './several-places.module.css'

type Props = {
  form: UseFormReturnType<OrderValues>
  /** `rows.2` or `jobs.0`. */
  path: string
  line: GoodsValues | JobValues
  list: RowList
  /** The name of the line: `Tavararivi 2`. */
  name: string
}

/** A row's or job's own settings: its places when there are several, and its own reference, message and day. */
export function LinePlaces({ form, path, line, list, name }: Props) {
  const { values } = form
  const move = (end: End, key: string | null) => {
    const before = form.getValues()
    if (key === null || before[end].every((place) => place.key !== key)) return
    list.change(movedLine(before, end, line.id, key))
    const position = before[end].findIndex((place) => place.key === key)
    list.undoable(`${name}: ${placeName(before, end, position)}`, () => list.change(withEarlierPlaces(form.getValues(), before, end)))
  }
  const choices = ends.flatMap((end) => {
    const key = end === 'nouto' ? line.nouto : 'toimitus' in line ? line.toimitus : null
    return key !== null && values[end].length > 1 ? [{ end, key }] : []
  })
  const wishedDay = dayOrNone(line.own.toivottu_toimitus ?? values.toivottu_toimitus)
  const own = (['toivottu_toimitus', 'viite', 'viesti'] as const).filter((note) => line.own[note] !== null)
  const promise = useMayPlan() ? (line.own.luvattu_aika ?? null) : null
  const isOwn = own.length > 0 || line.own.ajat !== null || promise !== null
  if (choices.length === 0 && !isOwn) return null
  return (
    <div className={several.ends}>
      {choices.map(({ end, key }) => (
        <Select
          key={end}
          label={endLabels[end]}
          allowDeselect={false}
          data={values[end].map((place, position) => ({
            value: place.key,
            label: [placeName(values, end, position), place.nimi, place.postitmp].filter(Boolean).join(', '),
          }))}
          value={key}
          onChange={(next) => move(end, next)}
        />
      ))}
      {own.map((note) => {
        const props = form.getInputProps(`${path}.own.${note}`)
        const label = `${noteLabels[note]} (vain tämä rivi)`
        return note === 'toivottu_toimitus' ? (
          <DateField key={note} label={label} clearButtonProps={{ 'aria-label': 'Tyhjennä päivä' }} {...props} />
        ) : (
          <TextInput key={note} label={label} autoComplete="off" {...props} />
        )
      })}
      {line.own.ajat && <TimeWindows form={form} path={`${path}.own.ajat`} value={line.own.ajat} wishedDay={wishedDay} />}
      {promise !== null && (
        <PromisedTime
          form={form}
          path={`${path}.own.luvattu_aika`}
          label={`${noteLabels.luvattu_aika} (vain tämä rivi)`}
          value={promise}
          wishedDay={wishedDay}
        />
      )}
      {isOwn && (
        <Group align="end">
          <Button
            variant="subtle"
            size="compact-md"
            onClick={() => {
              const before = line.own
              form.setFieldValue(`${path}.own`, nothingOwn)
              list.undoable(`${name}: tiedot kuten muilla`, () => {
                const [kind, index] = path.split('.')
                const now = form.getValues()[kind === 'jobs' ? 'jobs' : 'rows']
                if (now[Number(index)]?.id === line.id) form.setFieldValue(`${path}.own`, before)
              })
            }}
          >
            Käytä tilauksen tietoja
          </Button>
        </Group>
      )}
    </div>
  )
}

import { Alert, Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { shipmentStates } from '#domain/entities/order/order.states.ts'
import { wishedDayFault } from '#domain/values/time.ts'
import { rereadAfterChange } from '../data/queries.ts'
import { nowSeconds } from '../session/token.ts'
import { showDone, showUndo } from '../ui/undo-toast.tsx'
import { DateField } from './date-field.tsx'
import { driversToday } from './drivers-today.ts'
import type { Choice } from './fleet.ts'
import { firstOf, plural } from './format.ts'
import {
  assignment,
  type ChangeResult,
  newWish,
  type OrderChange,
  type Step,
  saveChanges,
  steppingLines,
  stepTo,
  unanswered,
  undosOf,
} from './line-changes.ts'
import { OrderResults } from './order-results.tsx'
import type { OrderRow } from './order-rows.ts'
import { shipmentTable } from './shipment-table.ts'
import { stepWords } from './step-words.ts'
import type { Typed } from './typed.ts'
import { undoChanges } from './undo-changes.ts'

export type OrderChangeTask = { kind: 'crew' } | { kind: 'day' } | { kind: 'state'; step: Step }

type Props = {
  task: OrderChangeTask
  orders: readonly OrderRow[]
  drivers: readonly Choice[]
  cars: readonly Choice[]
  onClose: () => void
  onDone: () => void
}
type Results = ReadonlyMap<string, ChangeResult>

const titles = { crew: 'Kuljettaja ja auto', day: 'Toivottu toimitus', state: 'Tila' } as const
/** In the driver's and the car's list: takes away what is there. */
const none = 'none'

/** Asks what to change, saves it order by order (each whole or not at all) and shows how each went. */
export function OrderChangeDialog({ task, orders: chosen, drivers, cars, onClose, onDone }: Props) {
  // What was selected when the dialog opened: the list below reads itself anew while the results are looked at.
  const [orders] = useState(chosen)
  const [driver, setDriver] = useState<string | null>(null)
  const [chosenCar, setCar] = useState<string | null | undefined>(undefined)
  const [day, setDay] = useState<Typed>(0)
  const [reason, setReason] = useState('')
  const [changes, setChanges] = useState<readonly OrderChange[] | null>(null)
  const [results, setResults] = useState<Results>(new Map())
  const [running, setRunning] = useState(false)
  const started = useRef(false)
  // As when orders are dragged onto a driver: the driver's own car comes along, unless another is chosen here.
  const { data: today } = useQuery({ ...driversToday, enabled: task.kind === 'crew' })
  const ownCar = today?.data.find(({ id }) => id === driver)?.auto?.id ?? null
  const car = chosenCar === undefined ? ownCar : chosenCar
  const left = task.kind === 'state' ? unanswered(orders, task.step.to) : []
  const changing = orders.filter((order) => !left.includes(order))
  const word = plural(changing.length, 'tilaus', 'tilausta')

  const actor = { actor: 'yllapito', now: nowSeconds(), table: shipmentTable() } as const
  const words = task.kind === 'state' && changing.length > 0 ? stepWords(changing.map(steppingLines), task.step.to, actor) : null
  const tooFar = typeof day === 'number' ? wishedDayFault(day, nowSeconds()) : null
  const changeOf = (order: OrderRow): OrderChange | null => {
    if (task.kind === 'day') return typeof day === 'number' ? newWish(order, day) : null
    if (task.kind === 'state') return stepTo(order, task.step.to, reason.trim(), actor)
    return assignment(order, {
      ...(driver ? { kuljettaja: driver === none ? null : driver } : {}),
      ...(car ? { auto: car === none ? null : car } : {}),
    })
  }
  const doneText = () => {
    const to = changing.length === 1 ? `Tilaus ${changing[0]?.number}` : word
    if (task.kind === 'state') return `${to}: ${shipmentStates[task.step.to]}.`
    if (task.kind === 'day') return `${to}: päivä vaihdettu.`
    return `${to}: ${driver && car ? 'kuljettaja ja auto' : driver ? 'kuljettaja' : 'auto'} vaihdettu.`
  }

  const run = async (list: readonly OrderChange[], before: Results) => {
    setRunning(true)
    const found = new Map([...before, ...(await saveChanges(list, { tell: (saved) => setResults(new Map([...before, ...saved])) }))])
    await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
    setRunning(false)
    if (![...found.values()].every(({ done }) => done)) return
    const undos = undosOf(found)
    if (undos.length === found.size) showUndo(doneText(), () => undoChanges(undos))
    else showDone(doneText())
    onDone()
    onClose()
  }
  const submit = () => {
    // An order that somebody has moved on meanwhile is told of with the rest.
    const made = changing.map((order) => changeOf(order) ?? { order, lines: [], reason: '', key: '' })
    setChanges(made)
    void run(made, new Map())
  }

  const asksWhy = task.kind === 'state' && task.step.reason
  // What can be taken back at a press is done at one; the rest is meant by whoever says so.
  const immediate = words?.final === '' && !asksWhy && left.length === 0
  useEffect(() => {
    if (!immediate || started.current) return
    started.current = true
    submit()
  })

  const isDay = typeof day === 'number' && day > 0 && tooFar === null
  const isMeant = words !== null && (!asksWhy || reason.trim() !== '')
  const ready = task.kind === 'crew' ? driver !== null || car !== null : task.kind === 'day' ? isDay : isMeant
  const retryable = changes?.filter(({ order }) => {
    const result = results.get(order.id)
    return result && !result.done && result.mayRetry
  })
  const title = `${task.kind === 'state' ? task.step.label : titles[task.kind]}: ${plural(orders.length, 'tilaus', 'tilausta')}`
  return (
    <Modal opened onClose={running ? () => undefined : onClose} title={title} size="md" withCloseButton={!running} returnFocus>
      {changes === null && !immediate ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (ready) submit()
          }}
        >
          <Stack gap="md">
            {task.kind === 'crew' && (
              <>
                <Select
                  label="Kuljettaja"
                  placeholder="Ennallaan"
                  searchable
                  allowDeselect={false}
                  clearable
                  clearButtonProps={{ 'aria-label': 'Jätä kuljettaja ennalleen' }}
                  data={[{ value: none, label: 'Ei kuljettajaa' }, ...drivers]}
                  nothingFoundMessage="Ei löytynyt"
                  value={driver}
                  onChange={setDriver}
                  data-autofocus
                />
                <Select
                  label="Auto"
                  description={car !== null && car === ownCar ? 'Kuljettajan auto tänään' : undefined}
                  placeholder="Ennallaan"
                  searchable
                  allowDeselect={false}
                  clearable
                  clearButtonProps={{ 'aria-label': 'Jätä auto ennalleen' }}
                  data={[{ value: none, label: 'Ei autoa' }, ...cars]}
                  nothingFoundMessage="Ei löytynyt"
                  value={car}
                  onChange={setCar}
                />
              </>
            )}
            {task.kind === 'day' && (
              <DateField label="Uusi päivä" value={day} onChange={setDay} {...(tooFar ? { error: tooFar } : {})} data-autofocus />
            )}
            {words && !asksWhy && <Text>{words.question}</Text>}
            {left.length > 0 && (
              <Text>
                {left.length === 1 ? 'Tilauksen' : 'Tilausten'} {firstOf(left.map(({ number }) => number))} toimitus on epäonnistunut, eikä
                siitä ole päätetty: {left.length === 1 ? 'sitä' : 'niitä'} ei merkitä toimitetuksi.
              </Text>
            )}
            {words && words.final !== '' && (
              <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
                {words.final}
              </Alert>
            )}
            {asksWhy && (
              <Textarea
                label="Syy"
                description="Jää tilauksen muutoshistoriaan."
                required
                withAsterisk={false}
                maxLength={255}
                autosize
                minRows={2}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
                data-autofocus
              />
            )}
            {(task.kind !== 'state' || asksWhy) && (
              <Text size="sm" c="dimmed">
                Koskee valittujen tilausten rivejä, joita ei ole toimitettu eikä peruutettu.
              </Text>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} data-autofocus={(task.kind === 'state' && !asksWhy) || undefined}>
                Takaisin
              </Button>
              <Button type="submit" disabled={!ready} color={asksWhy ? 'red' : undefined}>
                {task.kind !== 'state' ? 'Tallenna' : asksWhy ? task.step.label : 'Merkitse'}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Stack gap="md">
          <OrderResults orders={(changes ?? []).map(({ order }) => order)} results={results} running={running} />
          {!running && (
            <Group justify="flex-end">
              {retryable && retryable.length > 0 && (
                <Button variant="default" onClick={() => void run(retryable, results)}>
                  Yritä uudelleen
                </Button>
              )}
              <Button onClick={onClose}>Sulje</Button>
            </Group>
          )}
        </Stack>
      )}
    </Modal>
  )
}

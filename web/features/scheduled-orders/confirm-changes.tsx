import { Button, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { orderChangeLabels, type ScheduledChange, type ScheduledChangesCall } from '#domain/features/scheduled-orders/order-changes.ts'
import { callApi } from '#web/data/api-call.ts'
import type { ConfirmSave } from '#web/kit/entity/use-entity-row.ts'
import { formatDay, plural } from '#web/kit/format.ts'
import classes from './scheduled-orders.module.css'

type Question = { changes: readonly ScheduledChange[]; isRemoval: boolean; answer: (isConfirmed: boolean) => void }

/** Shows before a save or a removal which orders change with it. `dialog` belongs on the page. */
export function useConfirmChanges(call: ScheduledChangesCall): { confirm: ConfirmSave; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null)
  const confirm: ConfirmSave = async ({ id, vid, values }) => {
    const input = { operation: 'OPERATION_PREVIEW' as const, id, vid, ...values }
    const { data } = await callApi(call, input, { quiet: [404, 409, 422] })
    if (data.every(({ muutos }) => muutos === 'sailyy')) return true
    return new Promise((resolve) => setQuestion({ changes: data, isRemoval: 'status' in values && values.status === 0, answer: resolve }))
  }
  const close = (isConfirmed: boolean) => {
    question?.answer(isConfirmed)
    setQuestion(null)
  }
  const changed = question?.changes.filter(({ muutos }) => muutos !== 'sailyy').length ?? 0
  const dialog = question && (
    <Modal
      opened
      onClose={() => close(false)}
      title={`${question.isRemoval ? 'Poisto' : 'Muutos'} koskee ${plural(changed, 'tilausta', 'tilausta')}`}
      size="lg"
    >
      <Text mb="sm">Tilaus, jota joku on muuttanut, säilyy ennallaan.</Text>
      <ul className={`${classes.dates} ${classes.orders} ${classes.changes}`}>
        {question.changes.map(({ muutos, tilaus, ajopaiva, asiakas }) => (
          <li key={`${tilaus?.id ?? asiakas} ${ajopaiva}`} className={classes.date}>
            <span className={classes.day}>{formatDay(ajopaiva)}</span>
            <span className={classes.period}>
              {tilaus?.tunniste ?? 'Uusi tilaus'} · {asiakas}
            </span>
            <span className={classes.price}>{orderChangeLabels[muutos]}</span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => close(false)}>
          Takaisin
        </Button>
        <Button data-autofocus color={question.isRemoval ? 'red' : undefined} onClick={() => close(true)}>
          {question.isRemoval ? 'Poista' : 'Tallenna'}
        </Button>
      </Group>
    </Modal>
  )
  return { confirm, dialog }
}

import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconArrowsRightLeft, IconCalendarPlus, IconCheck, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { failureReasons } from '#domain/entities/failed-delivery/failed-delivery.entity.ts'
import type { DeliveryAgain } from '#domain/features/planning-board/delivery-again.ts'
import { wholeKilometres } from '#domain/values/place/distance.ts'
import type { EntityRow } from '#web/data/row.ts'
import { addressOf, type Place } from '#web/features/addresses/places.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { StoredPicture } from '#web/kit/form/stored-picture.tsx'
import { formatCount, formatMoment, formatTime } from '#web/kit/format.ts'
import { dayWords } from '../moment-words.ts'
import { promisable, useDeliveryAgain } from './delivery-again.ts'
import classes from './failed-delivery.module.css'
import { NewDeliveryDialog } from './new-delivery-dialog.tsx'

type Answers = {
  busy: boolean
  /** Whether the dialog of a new delivery is open. */
  promising: boolean
  onPromising: (open: boolean) => void
  onPromise: (at: number) => void
  /** Undefined where the goods cannot be taken to a terminal. */
  onTerminal: (() => void) | undefined
  onReturn: () => void
  onAnswered: () => void
}
type Props = {
  failure: EntityRow<'toimituspoikkeama'>
  shipment: string
  called: string
  driver: string
  contact: Place
  /** Null for those who do not decide. */
  answers: Answers | null
  now: number
}

/** A delivery that failed: why, with the driver's words and pictures, and the decisions that answer it (rules/deliveries.md#answers-to-a-failed-delivery). */
export function FailedDelivery({ failure, shipment, called, driver, contact, answers, now }: Props) {
  const [returning, setReturning] = useState(false)
  const { syy, selite, laitteen_aika, created, kuvat = [] } = failure
  const at = laitteen_aika || created
  const again = useDeliveryAgain(shipment, answers !== null)
  return (
    <div className={classes.panel}>
      {kuvat.length > 0 && (
        <div className={classes.pictures}>
          {kuvat.map((id, index) => (
            <StoredPicture key={id} uri={`/file/${id}`} alt={`Kuva ${index + 1}`} />
          ))}
        </div>
      )}
      <div className={classes.words}>
        <h3>
          <IconAlertTriangle size={18} stroke={1.9} aria-hidden />
          <span>Toimitus ei onnistunut: {failureReasons[syy]}</span>
        </h3>
        {selite && <q>{selite}</q>}
        <p>
          {driver && <span>{driver} </span>}
          <time dateTime={new Date(at * 1000).toISOString()}>{formatMoment(at)}</time>
        </p>
        {again && <Proposal again={again} now={now} />}
      </div>
      {answers && (
        <div className={classes.answers}>
          {contact.phone && (
            <Button
              component="a"
              href={`tel:${contact.phone}`}
              variant="default"
              size="compact-md"
              leftSection={<IconPhone size={16} aria-hidden />}
            >
              Soita: {contact.contact || contact.name}
            </Button>
          )}
          <Button
            variant="default"
            size="compact-md"
            disabled={answers.busy}
            leftSection={<IconCalendarPlus size={16} aria-hidden />}
            onClick={() => answers.onPromising(true)}
          >
            Sovi uusi toimitus
          </Button>
          {answers.onTerminal && (
            <Button
              variant="default"
              size="compact-md"
              disabled={answers.busy}
              leftSection={<IconArrowsRightLeft size={16} aria-hidden />}
              onClick={answers.onTerminal}
            >
              Vie terminaaliin
            </Button>
          )}
          <Button
            variant="default"
            size="compact-md"
            disabled={answers.busy}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => setReturning(true)}
          >
            Palauta lähettäjälle
          </Button>
          <Button
            variant="default"
            size="compact-md"
            disabled={answers.busy}
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={answers.onAnswered}
          >
            Merkitse käsitellyksi
          </Button>
        </div>
      )}
      {answers && (
        <>
          <NewDeliveryDialog
            opened={answers.promising}
            proposed={again ? promisable(again) : 0}
            of={`${called}: ${[contact.name, addressOf(contact)].filter(Boolean).join(', ')}`}
            onClose={() => answers.onPromising(false)}
            onChosen={(promised) => {
              answers.onPromise(promised)
              answers.onPromising(false)
            }}
          />
          <ConfirmDialog
            opened={returning}
            title={`${called}: palautetaanko lähettäjälle?`}
            action="Palauta lähettäjälle"
            color="brand"
            onClose={() => setReturning(false)}
            onConfirm={() => {
              answers.onReturn()
              setReturning(false)
            }}
          >
            Noutopaikasta tulee toimitusosoite, ja hinta lasketaan uudelleen.
          </ConfirmDialog>
        </>
      )}
    </div>
  )
}

/** When the driver could come again: the shift may last until tomorrow. */
function Proposal({ again, now }: { again: DeliveryAgain; now: number }) {
  const at = promisable(again)
  return (
    <p>
      Tavara on autossa. Ehdotus:{' '}
      <strong>
        {dayWords(at, now)} noin {formatTime(at)}
      </strong>
      {again.edellinen && `, pysähdyksen ${again.edellinen} jälkeen`}. Lisää ajoa noin{' '}
      {formatCount(wholeKilometres({ metres: again.metrit }))}&nbsp;km.
    </p>
  )
}

import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { failureReasons } from '#domain/entities/failed-delivery/failed-delivery.entity.ts'
import type { EntityRow } from '#web/data/row.ts'
import { StoredPicture } from '#web/kit/form/stored-picture.tsx'
import { formatMoment } from '#web/kit/format.ts'
import classes from './failure-note.module.css'

type Failure = Pick<EntityRow<'toimituspoikkeama'>, 'syy' | 'selite' | 'laitteen_aika' | 'created'> & { kuvat?: readonly string[] }
type Props = {
  failure: Failure
  /** Marks it as dealt with, for those who decide. */
  onAnswered?: (() => void) | undefined
}

/** Why a shipment was not delivered, shown until somebody has decided what to do. */
export function FailureNote({ failure: { syy, selite, laitteen_aika, created, kuvat = [] }, onAnswered }: Props) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={`Toimitus ei onnistunut: ${failureReasons[syy]}`}
    >
      <p className={classes.text}>
        {selite && <span>{selite} </span>}
        <time dateTime={new Date((laitteen_aika || created) * 1000).toISOString()}>{formatMoment(laitteen_aika || created)}</time>
      </p>
      {kuvat.length > 0 && (
        <div className={classes.pictures}>
          {kuvat.map((id, index) => (
            <StoredPicture key={id} uri={`/file/${id}`} alt={`Kuva ${index + 1}`} />
          ))}
        </div>
      )}
      {onAnswered && (
        <Button variant="default" mt="xs" onClick={onAnswered}>
          Merkitse käsitellyksi
        </Button>
      )}
    </Alert>
  )
}

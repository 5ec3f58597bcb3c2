import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react'
import { type OutboxItem, sendAll, useOutbox } from '#web/data/device/outbox.ts'
import { Lasting, useSendingText } from '#web/features/outbox/lasting.tsx'
import { formatMoment } from '../../kit/format.ts'
import { LinkButton } from '../../ui/link-button.tsx'

/** Marks a stop's card when its signature has not reached the server. */
export function UnsentNote({ item: { at, refusal, about } }: { item: OutboxItem }) {
  const { sending } = useOutbox()
  const text = useSendingText()
  if (refusal !== '')
    return (
      <Alert color="red" variant="light" icon={<IconAlertTriangle size={20} aria-hidden />} title="Kuittausta ei hyväksytty">
        <p>{refusal}</p>
        <LinkButton to="/kuittaa/$tilausId" params={{ tilausId: about[0] ?? '' }} color="red" size="md" fullWidth>
          Avaa kuittaus
        </LinkButton>
      </Alert>
    )
  return (
    <Lasting>
      <Alert color="yellow" variant="light" icon={<IconCloudUp size={20} aria-hidden />} title="Kuittaus lähettämättä">
        <p>
          Kuitattu {formatMoment(at)}. Kuittaus {text}.
        </p>
        <Button variant="default" size="md" fullWidth loading={sending} onClick={() => void sendAll()}>
          Lähetä nyt
        </Button>
      </Alert>
    </Lasting>
  )
}

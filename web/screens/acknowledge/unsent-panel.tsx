import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudUp, IconPencil } from '@tabler/icons-react'
import { type OutboxItem, sendAll, useOutbox } from '#web/data/device/outbox.ts'
import { useSendingText } from '#web/features/outbox/lasting.tsx'
import { formatMoment } from '../../kit/format.ts'
import { Section } from '../../ui/section.tsx'

/** A signature on this device that waits to be sent. */
export function UnsentPanel({ item, onChange }: { item: OutboxItem; onChange: () => void }) {
  const { sending, current } = useOutbox()
  const text = useSendingText()
  return (
    <Section title="Kuittaus odottaa lähettämistä">
      <Text mb="md">
        Kuitattu {formatMoment(item.at)}. Kuittaus on tallessa tällä laitteella ja {text}.
      </Text>
      <Group gap="sm">
        <Button size="lg" loading={sending} leftSection={<IconCloudUp size={22} aria-hidden />} onClick={() => void sendAll()}>
          Lähetä nyt
        </Button>
        <Button
          size="lg"
          variant="default"
          disabled={current === item.id}
          leftSection={<IconPencil size={20} aria-hidden />}
          onClick={onChange}
        >
          Muuta kuittausta
        </Button>
      </Group>
    </Section>
  )
}

/** Why the server rejected it, above the form that can be corrected and sent again. */
export const RefusedNote = ({ item }: { item: OutboxItem }) => (
  <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={20} aria-hidden />} title="Kuittausta ei hyväksytty">
    {item.refusal}
  </Alert>
)

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react'
import { useState } from 'react'
import { discard, itemsText, nounOf, type OutboxItem, sendAll, useOutbox } from '#web/data/device/outbox.ts'
import { formatMoment } from '../../kit/format.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import classes from './outbox-bar.module.css'

/** The unsent items of this device: `1 kuittaus lähettämättä · Lähetä`. Rejected ones come first. */
export function OutboxBar() {
  const { items, sending } = useOutbox()
  const [isOpen, setIsOpen] = useState(false)
  const refused = items.filter(({ refusal }) => refusal !== '')
  if (items.length === 0) return null
  return (
    <>
      <div role="status" className={classes.outbox} data-refused={refused.length > 0 || undefined}>
        {refused.length > 0 ? <IconAlertTriangle size={20} aria-hidden /> : <IconCloudUp size={20} aria-hidden />}
        {refused.length > 0 ? `${itemsText(refused)} vaatii huomiota` : `${itemsText(items)} lähettämättä`}
        {refused.length > 0 ? (
          <Button color="red" onClick={() => setIsOpen(true)}>
            Näytä
          </Button>
        ) : (
          <Button loading={sending} onClick={() => void sendAll()}>
            Lähetä
          </Button>
        )}
      </div>
      <Modal
        opened={isOpen && refused.length > 0}
        onClose={() => setIsOpen(false)}
        title="Huomiota vaativat"
        size="md"
        closeButtonProps={{ 'aria-label': 'Sulje' }}
      >
        <Stack gap="lg">
          {refused.map((item) => (
            <Refused key={item.id} item={item} isLast={refused.length === 1} onClose={() => setIsOpen(false)} />
          ))}
        </Stack>
      </Modal>
    </>
  )
}

/** A rejected item stays on the device until it is corrected and sent, or discarded here: its order may have another driver by now. */
function Refused({ item, isLast, onClose }: { item: OutboxItem; isLast: boolean; onClose: () => void }) {
  const { id, label, at, about, refusal } = item
  const [noun] = nounOf(item)
  const [asking, setAsking] = useState(false)
  const [orderId] = about
  const remove = () => {
    if (isLast) onClose()
    void discard(id)
  }
  return (
    <Stack gap="xs" component="section" aria-label={label}>
      <Text fw={600}>{label}</Text>
      {at > 0 && <Text c="dimmed">Kirjattu {formatMoment(at)}</Text>}
      <Text>{refusal}</Text>
      {asking && <Text fw={550}>Tämä katoaa lopullisesti. Poistetaanko {noun}?</Text>}
      <Group gap="sm">
        {asking ? (
          <>
            <Button color="red" size="md" onClick={remove}>
              Poista lopullisesti
            </Button>
            <Button variant="default" size="md" onClick={() => setAsking(false)}>
              Peruuta
            </Button>
          </>
        ) : (
          <>
            {orderId !== undefined && (
              <LinkButton to="/kuittaa/$tilausId" params={{ tilausId: orderId }} size="md" onClick={onClose}>
                Avaa kuittaus
              </LinkButton>
            )}
            <Button variant="default" size="md" onClick={() => setAsking(true)}>
              Poista {noun}
            </Button>
          </>
        )}
      </Group>
    </Stack>
  )
}

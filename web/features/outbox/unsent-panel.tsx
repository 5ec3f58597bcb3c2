import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCloudUp, IconDeviceMobile, IconMessageReport } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type DriverAction, wordsBeside } from '#domain/entities/conflict/driver-action.ts'
import { discard, type OutboxItem, sendAll, useOutbox } from '#web/data/device/outbox.ts'
import { isWaiting } from '#web/data/device/outbox-item.ts'
import { useStoragePersisted } from '#web/data/device/persist-storage.ts'
import { nounOf } from '#web/data/device/senders.ts'
import { formatSince } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import classes from './unsent-strip.module.css'

type OwnConflict = { id: string; kuvaus: string; toimi: DriverAction; tapahtui: number; syy: string }
type Props = { opened: boolean; conflicts: readonly OwnConflict[]; syncText: string; onClose: () => void }

/** What this device has done, by its four states: needs attention, kept on the device, being sent and sent. */
export function UnsentPanel({ opened, onClose, ...parts }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Lähettämättä" size="md" closeButtonProps={{ 'aria-label': 'Sulje' }}>
      <Parts onClose={onClose} {...parts} />
    </Modal>
  )
}

const when = (at: number): string => formatSince(at, nowSeconds())

function Parts({ conflicts, syncText, onClose }: Omit<Props, 'opened'>) {
  const { items, sending, current, sent } = useOutbox()
  const refused = items.filter((item) => !isWaiting(item))
  const waiting = items.filter(isWaiting)
  const isPersisted = useStoragePersisted()
  return (
    <Stack gap="lg">
      <Text c="dimmed">{syncText}.</Text>
      <Part title="Vaatii huomiota" isEmpty={refused.length === 0}>
        {refused.map((item) => (
          <Refused key={item.id} item={item} isLast={refused.length === 1} onClose={onClose} />
        ))}
      </Part>
      <Part title="Ajojärjestelyn ratkaistavana" isEmpty={conflicts.length === 0}>
        {conflicts.map((conflict) => (
          <Conflict key={conflict.id} conflict={conflict} />
        ))}
      </Part>
      <Part title="Tallessa laitteella" isEmpty={waiting.length === 0}>
        {waiting.map((item) => (
          <li key={item.id} className={classes.item}>
            {item.id === current ? <IconCloudUp size={22} aria-hidden /> : <IconDeviceMobile size={22} aria-hidden />}
            <strong>{item.label}</strong>
            <div>
              <small>
                {item.id === current ? 'Lähetetään' : 'Tallessa laitteella'} · {when(item.at)}
              </small>
            </div>
          </li>
        ))}
      </Part>
      {waiting.length > 0 && isPersisted === false && (
        <Text size="sm" c="dimmed">
          Selain ei lupaa säilyttää kirjauksia, jos laitteen tila loppuu.
        </Text>
      )}
      {waiting.length > 0 && (
        <Button size="md" loading={sending} leftSection={<IconCloudUp size={20} aria-hidden />} onClick={() => void sendAll()}>
          Lähetä nyt
        </Button>
      )}
      <Part title="Lähetetty" isEmpty={sent.length === 0}>
        {sent.map(({ id, label, at, result }) => (
          <li key={id} className={classes.item}>
            <IconCircleCheck size={22} aria-hidden />
            <strong>{label}</strong>
            <div>
              <small>
                {result === 'sent' ? 'Lähetetty' : 'Siirretty ajojärjestelylle'} · {when(Math.floor(at / 1000))}
              </small>
            </div>
          </li>
        ))}
      </Part>
      {items.length + conflicts.length + sent.length === 0 && <Text>Kaikki on lähetetty.</Text>}
    </Stack>
  )
}

function Conflict({ conflict }: { conflict: OwnConflict }) {
  const { kuvaus, tapahtui, syy } = conflict
  const words = wordsBeside(conflict)
  return (
    <li className={classes.item}>
      <IconMessageReport size={22} aria-hidden />
      <strong>{kuvaus}</strong>
      <div>
        <small>{when(tapahtui)}</small>
        {words !== '' && <Text>{words}</Text>}
        {syy}
      </div>
    </li>
  )
}

function Part({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  if (isEmpty) return null
  return (
    <section aria-label={title}>
      <Title order={3} size="h5" mb="sm">
        {title}
      </Title>
      <ul className={classes.items}>{children}</ul>
    </section>
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
    <li className={classes.item}>
      <IconAlertTriangle size={22} aria-hidden />
      <strong>{label}</strong>
      <div>
        {at > 0 && <small>Kirjattu {when(at)}</small>}
        <Text>{refusal}</Text>
        {asking && <Text fw={550}>Tämä katoaa lopullisesti. Poistetaanko {noun}?</Text>}
        <Group gap="sm" mt="xs">
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
      </div>
    </li>
  )
}

import { Button, Skeleton, Text } from '@mantine/core'
import { IconBellOff, IconBellRinging } from '@tabler/icons-react'
import classes from './device-notifications.module.css'
import type { DeviceState } from './device-notifications.ts'
import { useDeviceNotifications } from './use-device-notifications.ts'

const states: Readonly<Record<DeviceState, { title: string; text: string }>> = {
  allowed: { title: 'Ilmoitukset on sallittu tällä laitteella', text: 'Uusista asioista tulee ilmoitus, vaikka Kuorma ei olisi auki.' },
  off: {
    title: 'Ilmoitukset eivät ole päällä tällä laitteella',
    text: 'Kun sallit ne, uusista asioista tulee ilmoitus, vaikka Kuorma ei olisi auki.',
  },
  blocked: {
    title: 'Selain estää ilmoitukset',
    text: 'Avaa osoiterivin alussa olevasta kuvakkeesta sivuston asetukset, salli ilmoitukset ja palaa tähän. Puhelimessa voit sallia ne myös laitteen asetuksissa.',
  },
  uninstalled: {
    title: 'Lisää Kuorma ensin Koti-valikkoon',
    text: 'Avaa selaimen jakovalikko, valitse ”Lisää Koti-valikkoon” ja salli ilmoitukset sieltä avatussa Kuormassa.',
  },
  unsupported: { title: 'Tämä selain ei tue ilmoituksia', text: 'Kokeile Chromea, Edgeä, Firefoxia tai Safaria.' },
}

/** Whether notifications come to this device, and the button that changes it. The browser asks the person only after the button. */
export function DeviceNotifications() {
  const { state, failed, retry, allow, stop, fault } = useDeviceNotifications()
  if (failed)
    return (
      <div className={classes.device}>
        <Text c="dimmed">Tämän laitteen ilmoituksia ei saatu selville.</Text>
        <Button variant="default" mih={44} onClick={retry}>
          Yritä uudelleen
        </Button>
      </div>
    )
  if (!state) return <Skeleton height={44} radius="md" aria-hidden />
  const { title, text } = states[state]
  const Icon = state === 'allowed' ? IconBellRinging : IconBellOff
  return (
    <div className={classes.device}>
      <Icon size={20} stroke={1.7} aria-hidden className={classes.icon} />
      <div className={classes.text}>
        <Text size="sm" fw={550}>
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        {fault !== '' && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {fault}
          </Text>
        )}
        {state === 'off' && (
          <Button mt={8} mih={44} loading={allow.isRunning} onClick={() => allow.run()}>
            Salli ilmoitukset tällä laitteella
          </Button>
        )}
        {state === 'allowed' && (
          <Button mt={8} mih={44} variant="default" loading={stop.isRunning} onClick={() => stop.run()}>
            Lopeta ilmoitukset tällä laitteella
          </Button>
        )}
      </div>
    </div>
  )
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { hourlyStates, orderStates, shipmentStates } from '#domain/entities/order/order.states.ts'
import { hourlyStyle, mapMarkStyle, orderStyle, shipmentStyle } from '#web/features/orders/status-styles.ts'
import { taskStyle, taskTypeNames } from '#web/features/worktime/task-types.tsx'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Plate } from '#web/ui/badges/plate.tsx'
import { StatusBadge } from '#web/ui/badges/status-badge.tsx'
import { formatEuros, formatKilos, formatMinutes, formatPercent } from '../../kit/format.ts'
import { Section } from '../../ui/section.tsx'
import classes from './test-page.module.css'

const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T)[]

export function StylesPart() {
  return (
    <>
      <Section title="Tilat">
        <Stack gap="sm">
          <Group gap="sm">
            <Text w={96}>Lähetys</Text>
            {keysOf(shipmentStates).map((state) => (
              <StatusBadge key={state} status={shipmentStyle(state)} />
            ))}
          </Group>
          <Group gap="sm">
            <Text w={96}>Tuntityö</Text>
            {keysOf(hourlyStates).map((state) => (
              <StatusBadge key={state} status={hourlyStyle(state)} />
            ))}
          </Group>
          <Group gap="sm">
            <Text w={96}>Tilaus</Text>
            {keysOf(orderStates).map((state) => (
              <StatusBadge key={state} status={orderStyle(state)} />
            ))}
          </Group>
          <Group gap="sm">
            <Text w={96}>Kuljettajalle</Text>
            <StatusBadge status={shipmentStyle('kuljetuksessa')} size="lg" />
            <StatusBadge status={mapMarkStyle('kuljetuksessa', 6)} size="lg" />
          </Group>
        </Stack>
      </Section>
      <Section title="Työtehtävät">
        <Group gap="lg">
          {taskTypeNames.map((type) => {
            const { icon: Icon, label, color } = taskStyle(type)
            return (
              <span key={type} className={classes.swatch} style={{ color }}>
                <Icon size={22} stroke={1.8} aria-hidden />
                {label}
              </span>
            )
          })}
        </Group>
      </Section>
      <Section title="Painikkeet ja tunnukset">
        <Group gap="sm" mb="md">
          <Button leftSection={<IconPlus size={18} aria-hidden />}>Uusi tilaus</Button>
          <Button variant="default">Tallenna luonnos</Button>
          <Button variant="light">Lisää rivi</Button>
          <Button variant="subtle">Vaihda</Button>
          <Button color="red">Peruuta tilaus</Button>
          <Button disabled>Ei käytössä</Button>
          <Button loading>Tallennetaan</Button>
        </Group>
        <Group gap="sm">
          <Plate>KLR-418</Plate>
          <Plate large>ZNB-207</Plate>
          <Avatar name="Mika Salonen" size={28} />
          <Text>Mika Salonen</Text>
        </Group>
      </Section>
      <Section title="Luvut ja ajat">
        <Group gap="xl">
          <span>{formatEuros(1234.5)}</span>
          <span>{formatPercent(25.5)}</span>
          <span>{formatKilos(1240)}</span>
          <span>{formatMinutes(278)}</span>
        </Group>
      </Section>
    </>
  )
}

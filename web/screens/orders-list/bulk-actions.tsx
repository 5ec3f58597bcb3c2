import { Button, Menu } from '@mantine/core'
import {
  IconArrowsRightLeft,
  IconCalendar,
  IconDots,
  IconFileText,
  IconMessage,
  IconPackages,
  IconProgressCheck,
  IconUsers,
  IconX,
} from '@tabler/icons-react'
import { shipmentTransitionsOf, transferStates } from '#domain/entities/order/order.states.ts'
import { commonSteps, type Step } from '#web/features/orders/line-changes.ts'
import type { OrderChangeTask } from '#web/features/orders/order-change-dialog.tsx'
import type { OrderRow } from '#web/features/orders/order-rows.ts'
import { nowSeconds } from '../../session/clock.ts'
import { useSettings } from '../../session/settings.ts'

export type BulkTask =
  | OrderChangeTask
  | { kind: 'transfer'; to: 'siirto' | 'siirretty' }
  | { kind: 'group' }
  | { kind: 'waybills' }
  | { kind: 'sms' }

type Props = {
  orders: readonly OrderRow[]
  onChoose: (task: BulkTask) => void
}

const isTransfer = ({ to }: Step): boolean => transferStates.some((state) => state === to)
const icon = { size: 16, 'aria-hidden': true } as const

/** The actions on all selected orders. */
export function BulkActions({ orders, onChoose }: Props) {
  const { features } = useSettings()
  const steps = commonSteps(orders, { actor: 'yllapito', now: nowSeconds(), table: shipmentTransitionsOf(features) })
  const lines = orders.flatMap((order) => order.lines)
  const live = lines.some((line) => line.live)
  const stands = (...states: string[]) => lines.some(({ state }) => states.includes(state))
  const choose = (step: Step) => onChoose({ kind: 'state', step })
  const cancel = steps.find(({ to }) => to === 'peruutettu')
  const toTerminal = steps.find(({ to }) => to === 'odottaa_siirtoa')
  const others = steps.filter((step) => step !== cancel && !isTransfer(step))
  return (
    <>
      <Button size="xs" leftSection={<IconUsers {...icon} />} disabled={!live} onClick={() => onChoose({ kind: 'assignment' })}>
        Kuljettaja ja auto
      </Button>
      <Menu position="top" shadow="md" zIndex={130}>
        <Menu.Target>
          <Button size="xs" leftSection={<IconProgressCheck {...icon} />}>
            Tila
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {others.length === 0 ? (
            <Menu.Label>Valituille tilauksille ei ole yhteistä tilanvaihtoa</Menu.Label>
          ) : (
            others.map((step) => (
              <Menu.Item key={step.to} onClick={() => choose(step)}>
                {step.label}
                {step.asks && '…'}
              </Menu.Item>
            ))
          )}
        </Menu.Dropdown>
      </Menu>
      {features.siirto_terminaaliin && (
        <Menu position="top" shadow="md" zIndex={130}>
          <Menu.Target>
            <Button size="xs" leftSection={<IconArrowsRightLeft {...icon} />} disabled={!live}>
              Siirto
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {!toTerminal && !stands('odottaa_siirtoa', 'siirto') && <Menu.Label>Valituissa ei ole siirrettävää</Menu.Label>}
            <Menu.Item disabled={!toTerminal} onClick={() => toTerminal && choose(toTerminal)}>
              Siirto terminaaliin{toTerminal?.asks && '…'}
            </Menu.Item>
            <Menu.Item disabled={!stands('odottaa_siirtoa')} onClick={() => onChoose({ kind: 'transfer', to: 'siirto' })}>
              Siirrossa…
            </Menu.Item>
            <Menu.Item disabled={!stands('odottaa_siirtoa', 'siirto')} onClick={() => onChoose({ kind: 'transfer', to: 'siirretty' })}>
              Terminaaliin…
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <Button size="xs" leftSection={<IconCalendar {...icon} />} disabled={!live} onClick={() => onChoose({ kind: 'day' })}>
        Päivä
      </Button>
      <Button size="xs" leftSection={<IconFileText {...icon} />} onClick={() => onChoose({ kind: 'waybills' })}>
        Rahtikirjat
      </Button>
      <Menu position="top-end" shadow="md" zIndex={130}>
        <Menu.Target>
          <Button size="xs" aria-label="Lisää toimintoja">
            <IconDots {...icon} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {features.tekstiviestit && (
            <Menu.Item
              leftSection={<IconMessage {...icon} />}
              disabled={!lines.some(({ driver }) => driver !== null)}
              onClick={() => onChoose({ kind: 'sms' })}
            >
              Tekstiviesti kuljettajille…
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPackages {...icon} />} onClick={() => onChoose({ kind: 'group' })}>
            Ryhmitä…
          </Menu.Item>
          <Menu.Item leftSection={<IconX {...icon} />} color="red" disabled={!cancel} onClick={() => cancel && choose(cancel)}>
            Peruuta…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

import { Alert, Button, Group } from '@mantine/core'
import { IconCheck, IconPencil, IconPlus, IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isLive } from '#domain/entities/order/order.status.ts'
import { FavouriteButton } from '#web/features/orders/favourites/favourite-button.tsx'
import { holdsAny, useSession } from '../../session/session.ts'
import { useFeature } from '../../session/settings.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { type OrderRead, orderQuery, receiverOf } from './order-data.ts'
import { OrderTaskDialog } from './page/order-tasks.tsx'
import { CopyTrackingLink } from './receipt/copy-tracking-link.tsx'
import { NextSteps } from './receipt/next-steps.tsx'

type Props = {
  id: string
  /** T-1042 */
  number: string
  /** The receipt takes the focus, so that a screen reader announces it. Otherwise the focus stays in the next order's form. */
  focus: boolean
  onClose: () => void
  children?: ReactNode
}

/** The receipt of an order, right after "Tilaa": its number, what happens next and when, the tracking link, and ways to go on. */
export function OrderReceived({ id, number, focus, onClose, children }: Props) {
  const session = useSession()
  const isStaff = holdsAny(session, ['yllapito'])
  const note = useRef<HTMLDivElement>(null)
  const { data: read } = useQuery(orderQuery(id, session?.user.roles ?? []))
  useEffect(() => {
    if (focus) note.current?.focus()
  }, [focus])
  const edit = () => {
    // The order itself comes right after the receipt, which is gone by the next frame.
    const next = note.current?.nextElementSibling
    onClose()
    requestAnimationFrame(() => next?.scrollIntoView({ block: 'start' }))
  }
  return (
    <Alert
      ref={note}
      tabIndex={-1}
      data-page-focus={focus || undefined}
      role="status"
      color="brand"
      icon={<IconCheck size={20} aria-hidden />}
      title={isStaff ? `${number} luotu` : `Tilaus ${number} vastaanotettu`}
      withCloseButton
      closeButtonLabel="Sulje ilmoitus"
      onClose={onClose}
    >
      {children}
      {read && <NextSteps read={read} staff={isStaff} />}
      <Group gap="sm" mt="sm">
        {isStaff && read && <Planning read={read} />}
        {focus && (
          <LinkButton variant="light" size="compact-md" to="/tilaus/new" leftSection={<IconPlus size={16} aria-hidden />}>
            Tee uusi
          </LinkButton>
        )}
        {focus ? (
          <Button variant="light" size="compact-md" leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
            Muuta
          </Button>
        ) : (
          <LinkButton
            variant="light"
            size="compact-md"
            to="/tilaus/$id"
            params={{ id }}
            aria-label={`Muuta tilausta ${number}`}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            Muuta
          </LinkButton>
        )}
        {!isStaff && !focus && read && <FavouriteButton order={id} suggested={receiverOf(read)} variant="light" size="compact-md" />}
        {read && <CopyTrackingLink read={read} />}
        <LinkButton variant="light" size="compact-md" to="/tilaus/$id/rahtikirja" params={{ id }}>
          Rahtikirja
        </LinkButton>
        {isStaff && (
          <LinkButton variant="light" size="compact-md" to="/tilaus/$id/clone" params={{ id }}>
            Kopioi
          </LinkButton>
        )}
        <LinkButton variant="light" size="compact-md" to="/tilaukset">
          Kaikki tilaukset
        </LinkButton>
      </Group>
    </Alert>
  )
}

/** The dispatcher's next actions: giving a driver, or planning the order on the board of its day. The first of them is the filled button. */
function Planning({ read }: { read: OrderRead }) {
  const [giving, setGiving] = useState(false)
  const canPlan = useFeature('tyovuorot')
  const { order, shipments, jobs } = read
  const isDriverless = [...shipments, ...jobs].some(({ tila, kuljettaja }) => isLive(tila) && kuljettaja === null)
  const day = order.toivottu_toimitus
  return (
    <>
      {isDriverless && (
        <Button size="compact-md" leftSection={<IconTruck size={16} aria-hidden />} onClick={() => setGiving(true)}>
          Anna kuljettaja
        </Button>
      )}
      {canPlan && (
        <LinkButton variant={isDriverless ? 'light' : 'filled'} size="compact-md" to="/ajot" search={day > 0 ? { paiva: String(day) } : {}}>
          Suunnittele ajoihin
        </LinkButton>
      )}
      <OrderTaskDialog read={read} task={giving ? 'assignment' : null} onClose={() => setGiving(false)} />
    </>
  )
}

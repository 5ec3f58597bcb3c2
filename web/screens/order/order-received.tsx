import { Alert, Group } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { holdsAny, useSession } from '../../session/session.ts'
import { useFeature } from '../../session/settings.ts'
import { LinkButton } from '../../ui/link-button.tsx'

type Props = {
  id: string
  /** T-1042 */
  number: string
  /** The message takes the focus, so that a screen reader announces it. Otherwise the focus stays in the next order's form. */
  focus: boolean
  onClose: () => void
  children?: ReactNode
}

/** Shown right after "Tilaa": confirms that the order was received, to staff that it was made, with the next actions. */
export function OrderReceived({ id, number, focus, onClose, children }: Props) {
  const isStaff = holdsAny(useSession(), ['yllapito'])
  const canPlan = useFeature('tyovuorot') && isStaff
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focus) note.current?.focus()
  }, [focus])
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
      <Group gap="sm" mt="xs">
        {!focus && (
          <LinkButton variant="light" size="compact-md" to="/tilaus/$id" params={{ id }}>
            Avaa tilaus
          </LinkButton>
        )}
        <LinkButton variant="light" size="compact-md" to="/tilaus/$id/rahtikirja" params={{ id }}>
          Rahtikirja
        </LinkButton>
        {canPlan && (
          <LinkButton variant="light" size="compact-md" to="/ajot">
            Suunnittele ajoihin
          </LinkButton>
        )}
        {isStaff && (
          <LinkButton variant="light" size="compact-md" to="/tilaus/$id/clone" params={{ id }}>
            Kopioi
          </LinkButton>
        )}
        {focus && (
          <LinkButton variant="light" size="compact-md" to="/tilaus/new">
            Tee uusi tilaus
          </LinkButton>
        )}
        <LinkButton variant="light" size="compact-md" to="/tilaukset">
          Kaikki tilaukset
        </LinkButton>
      </Group>
    </Alert>
  )
}

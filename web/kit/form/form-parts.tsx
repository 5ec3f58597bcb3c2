import { Alert, Anchor, Button, Group, List, Modal, Text } from '@mantine/core'
import { IconAlertTriangle, IconDeviceFloppy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { formatDate, formatTime } from '../format.ts'
import type { DraftedForm } from './drafted-form.ts'
import { leavingText, unsentText } from './drafts.ts'

/** Focuses a field of the form by the path that Mantine's `getInputProps` writes on it. */
function goTo(path: string): void {
  const field = document.querySelector(`[data-path="${CSS.escape(path)}"]`)
  const target = field?.matches('input,textarea,button,select') ? field : field?.querySelector('input,textarea,button,select')
  if (target instanceof HTMLElement) target.focus()
  else field?.scrollIntoView({ block: 'center' })
}

type SummaryProps = {
  faults: Readonly<Record<string, React.ReactNode>>
  general: readonly string[]
  /** What people call the field at a path. */
  labelOf: (path: string) => string
}

/** Faults of no field may be beyond the person's control, such as an unavailable server. */
function titleOf(atFields: number, elsewhere: number): string {
  if (atFields === 0) return 'Tallennus ei onnistunut'
  return atFields + elsewhere === 1 ? 'Korjaa tämä kohta' : `Korjaa ${atFields + elsewhere} kohtaa`
}

/** Lists every fault at the top of the form, each with a link to its field; takes the focus when it appears. */
export function FaultSummary({ faults, general, labelOf }: SummaryProps) {
  const top = useRef<HTMLDivElement>(null)
  const paths = Object.keys(faults).filter((path) => faults[path])
  const count = paths.length + general.length
  const before = useRef(0)
  useEffect(() => {
    // Only when faults appear: correcting one must not move the focus back here.
    if (count > 0 && before.current === 0 && general.length > 0) top.current?.focus()
    before.current = count
  }, [count, general.length])
  if (count === 0) return null
  return (
    <Alert
      ref={top}
      tabIndex={-1}
      color="red"
      role="alert"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={titleOf(paths.length, general.length)}
    >
      <List size="md">
        {general.map((detail) => (
          <List.Item key={detail}>{detail}</List.Item>
        ))}
        {paths.map((path) => (
          <List.Item key={path}>
            {/* Aligned to the top, beside its bullet, also when it takes two lines. */}
            <Anchor
              component="button"
              type="button"
              c="inherit"
              ta="left"
              py={4}
              style={{ verticalAlign: 'top' }}
              onClick={() => goTo(path)}
            >
              {labelOf(path)}: {faults[path]}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** Says that a draft is stored, and lets the person discard it. `what` is kept: the whole draft, or only a part of the screen. */
export function DraftNote<V extends object>({
  draftAt,
  discard,
  what = 'Luonnos',
  disabled = false,
}: Pick<DraftedForm<V>, 'draftAt' | 'discard'> & { what?: string; disabled?: boolean }) {
  if (draftAt === null) return null
  const today = formatDate(draftAt) === formatDate(Date.now() / 1000)
  return (
    <Group gap={6} wrap="nowrap">
      <IconDeviceFloppy size={16} aria-hidden />
      <Text size="md">
        {what} tallessa {today ? formatTime(draftAt) : formatDate(draftAt)}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={discard} disabled={disabled}>
        Hylkää
      </Button>
    </Group>
  )
}

/** Says that the device cannot store drafts. */
export function UnkeptNote() {
  return (
    <Alert color="yellow" variant="light" icon={<IconDeviceFloppy size={20} aria-hidden />} title="Laite ei säilytä keskeneräistä">
      Pysy tällä sivulla, kunnes kaikki on lähetetty.
    </Alert>
  )
}

/** Asked when a form with unsaved changes is about to be left. `hasUnsent`: pictures that the device does not keep. */
export function LeaveDialog({ open, stay, leave, isLost, hasUnsent = false }: DraftedForm<object>['leaving'] & { hasUnsent?: boolean }) {
  return (
    <Modal opened={open} onClose={stay} title="Lomakkeella on tallentamattomia tietoja" size="md">
      <Text c="dimmed" mb="md">
        {hasUnsent && !isLost ? unsentText : leavingText(isLost)}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={leave}>
          Poistu
        </Button>
        <Button onClick={stay} data-autofocus>
          Jatka muokkausta
        </Button>
      </Group>
    </Modal>
  )
}

import { Combobox, Kbd, Modal, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { holdsAny, type Session } from '../../session/session.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import classes from './palette.module.css'
import { useFinds } from './use-finds.ts'

type Props = {
  session: Session
  /** Returns what was typed before the field had the focus. */
  typedAhead: () => string
  onClose: () => void
}

/** A search field for everything that the person may open: type, choose with the arrow keys, press Enter. */
export function Palette({ session, typedAhead, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [searched] = useDebouncedValue(typed, 150)
  const { groups, isAsking, mayMiss } = useFinds(searched, session)
  // The list is always open, so Esc, which closes the list, closes the palette too.
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const { selectFirstOption, resetSelectedOption } = combobox
  const count = groups.reduce((sum, { finds }) => sum + finds.length, 0)
  const shown = groups.map(({ finds }) => finds.map(({ id }) => id).join()).join()
  const isSettled = !isAsking && searched === typed
  // Enter opens the first result of this text, and nothing while the results of an earlier text are shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown results determine the first one.
  useEffect(() => {
    if (isSettled) selectFirstOption()
    else resetSelectedOption()
  }, [selectFirstOption, resetSelectedOption, isSettled, shown])
  return (
    <Modal.Root opened onClose={onClose} size={560} yOffset="12dvh">
      <Modal.Overlay />
      <Modal.Content aria-label="Haku">
        <Modal.Body p={0}>
          <Combobox
            store={combobox}
            onOptionSubmit={(value) => {
              onClose()
              const chosen = groups.flatMap(({ title, finds }) => finds.filter(({ id }) => `${title} ${id}` === value))[0]
              chosen?.open()
            }}
          >
            <Combobox.EventsTarget withExpandedAttribute>
              <TextInput
                role="combobox"
                data-autofocus
                aria-label="Hae"
                placeholder={
                  holdsAny(session, ['yllapito'])
                    ? 'Hae tilausta, asiakasta, kuljettajaa, autoa tai toimintoa'
                    : 'Hae tilausta tai toimintoa'
                }
                maxLength={100}
                size="md"
                classNames={{ input: classes.input, root: classes.field }}
                leftSection={<IconSearch size={18} aria-hidden />}
                value={typed}
                onFocus={() => setTyped(typed + typedAhead())}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            </Combobox.EventsTarget>
            <Combobox.Options aria-label="Löydetyt" className={classes.options}>
              {groups.map(({ title, finds }) => (
                <Combobox.Group key={title} label={title}>
                  {finds.map(({ id, label, detail, icon: Icon, status, shortcut, danger }) => (
                    <Combobox.Option key={id} value={`${title} ${id}`} className={classes.option} data-danger={danger || undefined}>
                      <Icon size={18} stroke={1.8} aria-hidden />
                      <span className={classes.label}>{label}</span>
                      {status && <StatusBadge status={status} />}
                      <span className={classes.detail}>{detail}</span>
                      {shortcut && (
                        <Kbd size="xs" aria-hidden>
                          {shortcut === 'Enter' ? '↵' : shortcut.toUpperCase()}
                        </Kbd>
                      )}
                    </Combobox.Option>
                  ))}
                </Combobox.Group>
              ))}
            </Combobox.Options>
            <p role="status" className={classes.told}>
              {mayMiss
                ? 'Kaikkea ei voitu hakea: palvelimeen ei saada yhteyttä.'
                : count > 0
                  ? ''
                  : isSettled
                    ? 'Haulla ei löytynyt mitään.'
                    : 'Haetaan…'}
            </p>
          </Combobox>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

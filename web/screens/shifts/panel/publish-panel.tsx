import { ActionIcon, Button, Switch } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { PublicationMessage } from '#domain/features/shifts/publication-messages.ts'
import { plural } from '#web/kit/format.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import classes from './panel.module.css'

type Props = {
  messages: readonly PublicationMessage[]
  hasShifts: boolean
  nameOf: (driver: string) => string
  /** The hours between which messages wait, when there are any. */
  quiet: { begins: number; ends: number }
  canText: boolean
  isRunning: boolean
  onPublish: (sms: boolean) => void
}

/** What publishing would do: who gets which message. */
export function PublishPanel({ messages, hasShifts, nameOf, quiet, canText, isRunning, onPublish }: Props) {
  const [at, setAt] = useState(0)
  const [wantsSms, setWantsSms] = useState(true)
  const sms = canText && wantsSms
  const count = messages.reduce((sum, { vuoroja }) => sum + vuoroja, 0)
  const shown = Math.min(at, messages.length - 1)
  const message = messages[shown]
  if (!message)
    return (
      <section className={classes.preview} aria-label="Julkaisun esikatselu">
        <h2 className={classes.title}>Julkaisun esikatselu</h2>
        <p className={classes.none}>{hasShifts ? 'Kaikki näkyvät vuorot on julkaistu.' : 'Näkyvillä päivillä ei ole vuoroja.'}</p>
      </section>
    )
  const reachable = messages.filter(({ este }) => este === '').length
  const step = (by: number) => setAt((shown + by + messages.length) % messages.length)
  return (
    <section className={classes.preview} aria-label="Julkaisun esikatselu">
      <h2 className={classes.title}>
        Julkaisun esikatselu <small>{plural(messages.length, 'kuljettaja', 'kuljettajaa')}</small>
      </h2>
      {canText && (
        <Switch
          size="sm"
          label="Lähetä myös tekstiviesti"
          checked={wantsSms}
          onChange={(event) => setWantsSms(event.currentTarget.checked)}
        />
      )}
      <div className={classes.who}>
        <Avatar name={nameOf(message.kuljettaja)} size={22} />
        <strong>{nameOf(message.kuljettaja)}</strong>
        <span className={classes.steps}>
          {shown + 1} / {messages.length}
          <ActionIcon size="sm" aria-label="Edellinen kuljettaja" onClick={() => step(-1)}>
            <IconChevronLeft size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon size="sm" aria-label="Seuraava kuljettaja" onClick={() => step(1)}>
            <IconChevronRight size={14} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      <p className={classes.sms} data-off={!sms || message.este !== '' || undefined} aria-live="polite">
        {message.teksti}
      </p>
      <p className={classes.detail}>
        {message.este !== ''
          ? message.este
          : sms
            ? `${plural(message.osia, 'tekstiviesti', 'tekstiviestiä')}.`
            : 'Vuorot näkyvät sovelluksessa, viestiä ei lähetetä.'}
        {sms && reachable < messages.length && ` Viesti lähtee ${reachable}/${messages.length} kuljettajalle.`}
        {sms && quiet.begins !== quiet.ends && ` Klo ${quiet.begins}–${quiet.ends} viestit odottavat aamua.`}
      </p>
      <Button fullWidth loading={isRunning} onClick={() => onPublish(sms)}>
        Julkaise {plural(count, 'vuoro', 'vuoroa')}
      </Button>
    </section>
  )
}

import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { EnrolmentCode } from '../../kit/enrolment-code.tsx'
import type { Enrolment } from '../../session/sign-in.ts'
import classes from './sign-in.module.css'

type Props = {
  /** What the person's app is to be given first; null when it has it. */
  enrolment: Enrolment | null
  busy: boolean
  onCode: (code: string) => void
  onBack: () => void
}

/** The second factor, asked once name and password were right. */
export function CodeStep({ enrolment, busy, onCode, onBack }: Props) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = code.trim()
    setMissing(typed === '')
    if (typed === '' || busy) return
    onCode(typed)
    // It counts once: the next try needs another one.
    setCode('')
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {enrolment ? (
          <>
            <Text>
              Ylläpito vaatii sinulta kaksivaiheisen kirjautumisen. Lue koodi puhelimesi tunnistautumissovelluksella ja kirjoita sovelluksen
              näyttämä kuusinumeroinen koodi.
            </Text>
            <EnrolmentCode enrolment={enrolment} />
          </>
        ) : (
          <Text>Kirjoita tunnistautumissovelluksen näyttämä kuusinumeroinen koodi tai varakoodi.</Text>
        )}
        <TextInput
          ref={field}
          label="Vahvistuskoodi"
          name="totp"
          autoComplete="one-time-code"
          inputMode={enrolment ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          value={code}
          error={missing && code.trim() === '' ? 'Kirjoita vahvistuskoodi.' : null}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          Vahvista
        </Button>
        <Anchor component="button" type="button" onClick={onBack} className={classes.link}>
          Takaisin kirjautumiseen
        </Anchor>
      </Stack>
    </form>
  )
}

import { Button, Group, Stack } from '@mantine/core'
import { UnkeptNote } from '#web/kit/form/form-parts.tsx'
import { LostNote, OfflineNote } from '#web/kit/page/connection-note.tsx'
import { OutcomeIcon } from '#web/ui/badges/outcome-icon.tsx'
import { FaultNote } from '../../ui/fault-note.tsx'
import { Section } from '../../ui/section.tsx'
import { EmptyState, ErrorState, SectionSkeleton } from '../../ui/states.tsx'

export function StatesPart() {
  return (
    <>
      <Section title="Tyhjä">
        <EmptyState title="Ei avoimia tilauksia" action={<Button>Uusi tilaus</Button>}>
          Kun asiakas tilaa kuljetuksen, se näkyy tässä.
        </EmptyState>
      </Section>
      <Section title="Virhe">
        <ErrorState retry={() => undefined} />
      </Section>
      <Section title="Ilmoitukset sivulla">
        <Stack gap="md" align="flex-start">
          <FaultNote>Ryhmää ei voitu tallentaa: tilaus T-1042 on jo laskutettu.</FaultNote>
          <UnkeptNote />
          <OfflineNote>Ei verkkoyhteyttä – näet kuljetukset, jotka haettiin klo 9.12.</OfflineNote>
          <LostNote since={1_795_250_000} />
          <Group gap="xs">
            <OutcomeIcon done /> T-1042: tallennettu
          </Group>
          <Group gap="xs">
            <OutcomeIcon done={false} /> T-1043: laskutettua tilausta ei voi muuttaa
          </Group>
        </Stack>
      </Section>
      <SectionSkeleton />
    </>
  )
}

import { Button } from '@mantine/core'
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
      <SectionSkeleton />
    </>
  )
}

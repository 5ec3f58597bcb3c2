import { Button } from '@mantine/core'
import { useState } from 'react'
import { HistoryPanel } from '#web/kit/entity/history/history-panel.tsx'
import { Section } from '#web/ui/section.tsx'

type Props = { id: string; driver: { id: string; name: string } }

/** The history of the record and its tasks, folded: a day has dozens of lines from its start. */
export function DayHistory({ id, driver }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const fold = (
    <Button variant="subtle" size="compact-md" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
      {isOpen ? 'Piilota' : 'Näytä'}
    </Button>
  )
  return (
    <Section title="Muutoshistoria" aside={fold}>
      {isOpen && (
        <HistoryPanel
          entity="tyovuoro_kirjaus"
          id={id}
          title="Kirjauksen muutokset"
          nameOf={(one) => (one === driver.id ? driver.name : undefined)}
          plain
        />
      )}
    </Section>
  )
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Section } from '#web/ui/section.tsx'
import { SearchSelect } from '../form/search-select.tsx'
import classes from './import.module.css'
import type { ReviewColumn } from './review-table.ts'
import type { Headings } from './use-import.ts'

type Props = {
  headings: Headings
  columns: readonly ReviewColumn[]
  /** What else is worth knowing of the columns that are taken. */
  hintOf?: ((taken: ReadonlySet<string>) => string) | undefined
  busy: boolean
  onChosen: (choices: Readonly<Record<string, string>>) => void
  onDiscard: () => void
}

/** The option that leaves the column out; no column has this name. */
const leaveOut = 'jätä pois'

/** Asks for the meaning of unknown headings before any row is checked. */
export function UnknownHeadings({ headings, columns, hintOf, busy, onChosen, onDiscard }: Props) {
  const { kysyttavat: unknown, sarakkeet: found } = headings.unmapped
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  // The button that chose the file no longer exists, so the question takes the focus.
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => question.current?.focus(), [])
  const taken = new Set([...found, ...Object.values(chosen)])
  const options = (heading: string) => [
    { value: leaveOut, label: 'Jätä pois' },
    ...columns
      .filter(({ name }) => !taken.has(name) || chosen[heading] === name)
      .map(({ name, heading, label }) => ({
        value: name,
        label: label.toLowerCase() === heading.toLowerCase() ? heading : `${heading} · ${label}`,
      })),
  ]
  const unanswered = unknown.filter(({ otsikko }) => chosen[otsikko] === undefined)
  const hint = hintOf?.(taken)
  return (
    <Section title="Mitä nämä sarakkeet ovat?">
      <Stack gap="md">
        <Text ref={question} tabIndex={-1} style={{ outline: 'none' }}>
          Näitä otsikoita ei tunnistettu. Valitse, mitä kukin tarkoittaa, ennen kuin rivit tarkistetaan.
          {hint && ` ${hint}`}
        </Text>
        <ul className={classes.headings}>
          {unknown.map(({ otsikko, esimerkit }) => (
            <li key={otsikko} className={classes.heading}>
              <div className={classes.headingWords}>
                <strong>{otsikko}</strong>
                <Text size="sm" c="dimmed">
                  {esimerkit.length > 0 ? `Esim. ${esimerkit.join(', ')}` : 'Sarake on tyhjä.'}
                </Text>
              </div>
              <SearchSelect
                aria-label={`Sarake ${otsikko}`}
                placeholder="Valitse sarake"
                data={options(otsikko)}
                nothingFoundMessage="Saraketta ei löydy."
                value={chosen[otsikko] ?? null}
                onChange={(value) => value !== null && setChosen({ ...chosen, [otsikko]: value })}
              />
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDiscard} disabled={busy}>
            Valitse toinen tiedosto
          </Button>
          {unanswered.length > 0 && (
            <Button
              variant="default"
              onClick={() => setChosen({ ...chosen, ...Object.fromEntries(unanswered.map(({ otsikko }) => [otsikko, leaveOut])) })}
            >
              {unanswered.length === unknown.length ? 'Jätä kaikki pois' : 'Jätä muut pois'}
            </Button>
          )}
          <Button
            size="md"
            disabled={unanswered.length > 0}
            loading={busy}
            onClick={() =>
              onChosen(Object.fromEntries(Object.entries(chosen).map(([heading, to]) => [heading, to === leaveOut ? '' : to])))
            }
          >
            Jatka tarkistukseen
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { hinnasto } from '#domain/entities/price/price.entity.ts'
import { listAmounts } from '#domain/features/prices/changed-lists.ts'
import type { PriceListPreview } from '#domain/features/prices/price-list-change.ts'
import { formatDate, formatEuros, formatMonth, formatPercent, plural } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './price-change.module.css'

type NewList = PriceListPreview['hinnastot'][number]

// What fits on the page; the counts and sums are of all.
const maxLists = 50
const maxCustomers = 20

const signed = new Intl.NumberFormat('fi-FI', { style: 'currency', currency: 'EUR', signDisplay: 'exceptZero' })

type Props = { preview: PriceListPreview; busy: boolean; onApply: () => void }

/** The new lists, and what last month's orders would have cost by them. */
export function Preview({ preview, busy, onApply }: Props) {
  const { hinnastot } = preview
  const isOne = hinnastot.length === 1
  return (
    <Section title="Esikatselu" aside={plural(hinnastot.length, 'uusi hinnasto', 'uutta hinnastoa')}>
      <Stack gap="lg">
        <Effect preview={preview} />
        <ul className={classes.lists} aria-label="Uudet hinnastot">
          {hinnastot.slice(0, maxLists).map((list) => (
            <li key={`${list.id} ${list.voimassa_alkaen}`}>
              <ListChange list={list} />
            </li>
          ))}
        </ul>
        {hinnastot.length > maxLists && <Text c="dimmed">ja {hinnastot.length - maxLists} muuta</Text>}
        <Text c="dimmed">Vanhat hinnastot eivät muutu. Muutoksen voi perua, kunnes uudella hinnastolla on hinnoiteltu tilaus.</Text>
        <Group>
          <Button loading={busy} leftSection={<IconCheck size={18} aria-hidden />} onClick={onApply}>
            {isOne ? 'Luo hinnasto' : `Luo ${hinnastot.length} hinnastoa`}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

function Effect({ preview: { kuukausi, tilauksia, ennen, jalkeen, muita, rajattu, asiakkaat } }: { preview: PriceListPreview }) {
  const month = formatMonth(kuukausi.alku)
  return (
    <div>
      <Text fw={550}>Vaikutus: {month}</Text>
      <Text c="dimmed">
        Kuukauden toimitetut tilaukset laskettuna muutoksen alkamispäivän hinnastoilla, ilman muutosta ja muutoksen jälkeen.
      </Text>
      {tilauksia === 0 ? (
        <Text>Kuukaudelta ei ole tilauksia, joiden hinta on laskettu näillä hinnastoilla.</Text>
      ) : (
        <>
          <Text>
            {plural(tilauksia, 'tilaus', 'tilausta')}: {formatEuros(ennen)} → <strong>{formatEuros(jalkeen)}</strong> (
            {signed.format(jalkeen - ennen)}){rajattu && '. Tilauksia on enemmän kuin laskelmaan mahtui.'}
          </Text>
          <Table.ScrollContainer minWidth={420} mt="xs">
            <Table verticalSpacing={4} aria-label="Vaikutus asiakkaittain" className={classes.sums}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Asiakas</Table.Th>
                  <Table.Th>Tilauksia</Table.Th>
                  <Table.Th>Ennen</Table.Th>
                  <Table.Th>Jälkeen</Table.Th>
                  <Table.Th>Muutos</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {asiakkaat.slice(0, maxCustomers).map((row) => (
                  <Table.Tr key={row.asiakas.id}>
                    <Table.Td>{row.asiakas.name}</Table.Td>
                    <Table.Td>{row.tilauksia}</Table.Td>
                    <Table.Td>{formatEuros(row.ennen)}</Table.Td>
                    <Table.Td>{formatEuros(row.jalkeen)}</Table.Td>
                    <Table.Td>{signed.format(row.jalkeen - row.ennen)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {asiakkaat.length > maxCustomers && <Text c="dimmed">ja {asiakkaat.length - maxCustomers} muuta asiakasta</Text>}
        </>
      )}
      {muita > 0 && (
        <Text c="dimmed">
          Lisäksi {plural(muita, 'tilaus', 'tilausta')}, joiden hinta on annettu käsin tai ryhmälle: niihin muutos ei vaikuta.
        </Text>
      )}
    </div>
  )
}

const changeText = (before: string, after: string): string => (before === after ? after : `${before} → ${after}`)

function ListChange({ list: { uusi_nimi, asiakas, voimassa_alkaen, ennen, jalkeen, ennallaan } }: { list: NewList }) {
  const amounts = listAmounts.filter((name) => ennen[name] > 0)
  return (
    <>
      <Text fw={550}>{uusi_nimi}</Text>
      <Text size="sm" c="dimmed">
        {asiakas?.name ?? 'Kaikki asiakkaat'} · voimassa {formatDate(voimassa_alkaen)} alkaen
      </Text>
      <dl className={classes.prices}>
        {amounts.map((name) => (
          <div key={name}>
            <dt>{hinnasto.fields[name].label}</dt>
            <dd>{changeText(formatEuros(ennen[name]), formatEuros(jalkeen[name]))}</dd>
          </div>
        ))}
        <div>
          <dt>{hinnasto.fields.polttoainelisa_prosentti.label}</dt>
          <dd>{changeText(formatPercent(ennen.polttoainelisa_prosentti), formatPercent(jalkeen.polttoainelisa_prosentti))}</dd>
        </div>
      </dl>
      {ennallaan.length > 0 && (
        <Text size="sm" className={classes.small}>
          Pyöristyvät ennalleen: {ennallaan.map((name) => hinnasto.fields[name].label).join(', ')}. Muuta tarvittaessa uudesta hinnastosta.
        </Text>
      )}
    </>
  )
}

import { Button, Group, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { companyRegisterCall, type RegisteredCompany } from '#domain/features/customers/company-register.ts'
import { callApi } from '#web/data/api-call.ts'
import { useAction } from '#web/data/use-action.ts'
import { Section } from '#web/ui/section.tsx'
import classes from '../customers.module.css'

type SearchResult = { companies: readonly RegisteredCompany[]; note: string }

const unreachable = 'Yritysrekisteri ei vastaa juuri nyt. Täytä tiedot itse.'

function noteOf(state: 'ok' | 'pois' | 'ei_vastaa', count: number): string {
  if (state === 'pois') return 'Yritysrekisteri ei ole käytössä. Täytä tiedot itse.'
  if (state === 'ei_vastaa') return unreachable
  return count === 0 ? 'Yritystä ei löytynyt. Tarkista nimi tai Y-tunnus.' : ''
}

/** Searches the open company register (YTJ), and fills the form with the company that the person chooses. */
export function CompanyLookup({ onChoose }: { onChoose: (company: RegisteredCompany) => void }) {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<SearchResult>({ companies: [], note: '' })
  const { run: search, isRunning } = useAction({
    mutationFn: (haku: string) => callApi(companyRegisterCall, { haku }, { quiet: 'all' }),
    onSuccess: ({ data, meta }) => setFound({ companies: data, note: noteOf(meta.tila, meta.count) }),
    onFault: ({ status, message }) => setFound({ companies: [], note: status === 400 || status === 429 ? message : unreachable }),
  })
  const submit = () => {
    if (typed.trim() !== '') search(typed.trim())
  }
  return (
    <Section title="Hae yritysrekisteristä">
      <Group gap="sm" align="flex-end">
        <TextInput
          style={{ flex: '1 1 220px' }}
          label="Y-tunnus tai nimi"
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && submit()}
        />
        <Button variant="default" leftSection={<IconSearch size={18} aria-hidden />} loading={isRunning} onClick={submit}>
          Hae
        </Button>
      </Group>
      <Text c="dimmed" role="status" mt={found.note ? 'sm' : 0}>
        {found.note}
      </Text>
      {found.companies.length > 0 && (
        <ul className={classes.orders} aria-label="Yritykset">
          {found.companies.map((company) => (
            <li key={company.y_tunnus} className={classes.order}>
              <span className={classes.route}>
                <Text fw={550}>{[company.name, company.lakannut && 'lakannut'].filter(Boolean).join(' · ')}</Text>
                <Text c="dimmed">{companyText(company)}</Text>
              </span>
              <Button
                variant="default"
                size="sm"
                aria-label={`Täytä: ${company.name}`}
                onClick={() => {
                  onChoose(company)
                  setFound({ companies: [], note: `Täytettiin: ${company.name}` })
                }}
              >
                Täytä
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const companyText = (company: RegisteredCompany): string =>
  [company.y_tunnus, company.yhtiomuoto, company.field_osoite_1, `${company.field_postinumero} ${company.field_postitoimipaikka}`.trim()]
    .filter(Boolean)
    .join(' · ')

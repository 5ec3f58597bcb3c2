import { Anchor, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { oneQuery } from '#web/data/queries.ts'
import { CustomerSelect } from '#web/features/customers/customer-select.tsx'
import { ImportPage } from '#web/kit/import/import-page.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { useSession } from '#web/session/session.ts'
import { Section } from '#web/ui/section.tsx'
import { orderImport } from './order-import.tsx'

const title = 'Tilausten tuonti'

/** `tilaus-csv-import`. Customers import their own orders; administrators choose the customer first. */
export function CsvImportScreen() {
  const session = useSession()
  const { search, set } = usePageSearch()
  const staff = session?.user.roles.includes('yllapito') ?? false
  const asiakas = staff ? search.asiakas : session?.asiakas?.id
  if (asiakas)
    return (
      <Import key={asiakas} asiakas={asiakas} whose={staff && <Whose asiakas={asiakas} onChange={() => set({ asiakas: undefined })} />} />
    )
  return (
    <Page title={title}>
      <Section title="Kenelle tilaukset tuodaan">
        {staff ? (
          <CustomerSelect onChoose={({ id }) => set({ asiakas: id })} />
        ) : (
          <Text>Käyttäjätunnuksesi ei kuulu millekään asiakkaalle. Ota yhteyttä tukeen.</Text>
        )}
      </Section>
    </Page>
  )
}

function Whose({ asiakas, onChange }: { asiakas: string; onChange: () => void }) {
  const { data } = useQuery(oneQuery('asiakas', asiakas))
  return (
    <Section
      title={data?.row.name ?? 'Asiakas'}
      aside={
        <Button variant="subtle" size="compact-md" aria-label="Vaihda: Asiakas" onClick={onChange}>
          Vaihda
        </Button>
      }
    >
      <Text c="dimmed">Tilaukset tuodaan tälle asiakkaalle.</Text>
    </Section>
  )
}

const templatesText = 'Aloita esimerkistä: korvaa sen rivit omillasi. Kenttien kuvaus kertoo, mitä kuhunkin sarakkeeseen kirjoitetaan.'

function Import({ asiakas, whose }: { asiakas: string; whose: ReactNode }) {
  const shape = useMemo(() => orderImport(asiakas), [asiakas])
  return (
    <ImportPage
      shape={shape}
      title={title}
      templatesText={templatesText}
      searchKey="asiakas"
      above={() => whose}
      resultLinks={() => (
        <Anchor component={Link} to="/tilaukset">
          Näytä tilaukset
        </Anchor>
      )}
    />
  )
}

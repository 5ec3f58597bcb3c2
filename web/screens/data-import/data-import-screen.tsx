import { Anchor, Text } from '@mantine/core'
import { Link, linkOptions } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import {
  type ImportKind,
  type ImportKindName,
  importKindNames,
  importKinds,
  isImportKind,
} from '#domain/features/data-import/import-kinds.ts'
import { formatCount } from '#web/kit/format.ts'
import { ImportPage } from '#web/kit/import/import-page.tsx'
import { useCounts } from '#web/kit/list/use-counts.ts'
import { Page } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './data-import.module.css'
import { type DataChoices, dataImport } from './data-import.tsx'

const title = 'Tietojen tuonti'

const lists = {
  asiakkaat: linkOptions({ to: '/asiakkaat' }),
  osoitteet: linkOptions({ to: '/postiosoitteet' }),
  yhteyshenkilot: linkOptions({ to: '/asiakkaat' }),
  tuotteet: linkOptions({ to: '/tuotteet' }),
  autot: linkOptions({ to: '/autot' }),
  hinnastot: linkOptions({ to: '/hinnastot' }),
  kayttajat: linkOptions({ to: '/tyontekijat' }),
  tyoreitit: linkOptions({ to: '/tyoreitit' }),
} as const
const listTitles: Readonly<Partial<Record<ImportKindName, string>>> = { yhteyshenkilot: 'Asiakkaat', kayttajat: 'Työntekijät' }

/** `tietojen-tuonti`. Administrators bring the registers in from files, one kind at a time. */
export function DataImportScreen() {
  const { search } = usePageSearch()
  if (isImportKind(search.laji)) return <KindImport key={search.laji} name={search.laji} />
  return (
    <Page title={title}>
      <Section title="Mitä tuodaan">
        <Text mb="sm">
          Tuo tiedot tässä järjestyksessä: osoitteet, yhteyshenkilöt, tuotteet, hinnastot ja asiakkaiden käyttäjät viittaavat asiakkaisiin.
          Jokaiseen on malli, ja mitään ei tallenneta ennen kuin olet nähnyt rivit.
        </Text>
        <ol className={classes.kinds}>
          {importKindNames.map((name) => (
            <KindLine key={name} name={name} />
          ))}
        </ol>
      </Section>
    </Page>
  )
}

/** A kind of data with the number of its rows now. */
function KindLine({ name }: { name: ImportKindName }) {
  const kind: ImportKind = importKinds[name]
  const { now } = useCounts(kind.entity, { now: { all: [] } })
  return (
    <li className={classes.kind}>
      <span className={classes.name}>{kind.title}</span>
      <Text span c="dimmed" className={classes.count}>
        {typeof now === 'number' && (now === 0 ? 'Ei vielä yhtään' : `Nyt ${formatCount(now)}`)}
      </Text>
      <LinkButton to="/tietojen-tuonti" search={{ laji: name }} variant="default" aria-label={`Tuo ${kind.title.toLowerCase()}`}>
        Tuo
      </LinkButton>
    </li>
  )
}

const templatesText =
  'Täytä malli omilla tiedoillasi: korvaa esimerkkirivi. Mallin toinen välilehti kertoo, mitä kuhunkin sarakkeeseen kirjoitetaan. Oma tiedostokin käy: jos sen otsikoita ei tunneta, kysymme, mitä ne tarkoittavat.'

function KindImport({ name }: { name: ImportKindName }) {
  const [choices, setChoices] = useState<DataChoices>({ olemassa: 'ohita', kutsut: false })
  const shape = useMemo(() => dataImport(name, { choices, onChange: setChoices }), [name, choices])
  const kind: ImportKind = importKinds[name]
  const next = importKindNames[importKindNames.indexOf(name) + 1]
  return (
    <ImportPage
      shape={shape}
      title={`${title}: ${kind.title.toLowerCase()}`}
      templatesText={templatesText}
      searchKey="laji"
      above={(isReviewing) =>
        !isReviewing && (
          <Anchor component={Link} to="/tietojen-tuonti">
            Kaikki tuotavat tiedot
          </Anchor>
        )
      }
      resultLinks={() => (
        <>
          <Anchor component={Link} {...lists[name]}>
            Näytä {(listTitles[name] ?? kind.title).toLowerCase()}
          </Anchor>
          {next && (
            <>
              {' · '}
              <Anchor renderRoot={(props) => <Link to="/tietojen-tuonti" search={{ laji: next }} {...props} />}>
                Seuraavaksi: {importKinds[next].title.toLowerCase()}
              </Anchor>
            </>
          )}
        </>
      )}
    />
  )
}

import { IconDatabaseImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useMemo, useState } from 'react'
import { settingsQuery } from '#web/features/settings/settings-query.ts'
import { ListTabs } from '#web/kit/list/list-tabs.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { reloadConfig } from '#web/session/config.ts'
import { useSettings } from '#web/session/settings.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { ChangesTab } from './changes-tab.tsx'
import { companyGroups } from './company-tab.tsx'
import { featureGroups } from './features-tab.tsx'
import { IntegrationsTab } from './integrations-tab.tsx'
import { JobsTab } from './jobs-tab.tsx'
import { messageTextGroups } from './message-texts-tab.tsx'
import { MessagesTab } from './messages-tab.tsx'
import { privacyGroups } from './privacy-tab.tsx'
import { ruleGroups } from './rules-tab.tsx'
import { type SettingGroup, SettingsForm } from './settings-form.tsx'

type FormTab = { title: string; groups: readonly SettingGroup[] }
type OwnTab = { title: string; content: ComponentType }

/** By their names in the address (`osio`). */
const tabs: Readonly<Record<string, FormTab | OwnTab>> = {
  yritys: { title: 'Yritys', groups: companyGroups },
  saannot: { title: 'Säännöt', groups: ruleGroups },
  toiminnot: { title: 'Toiminnot', groups: featureGroups },
  yhteydet: { title: 'Yhteydet', content: IntegrationsTab },
  viestit: { title: 'Viestit', content: MessagesTab },
  viestien_tekstit: { title: 'Viestien tekstit', groups: messageTextGroups },
  taustatyot: { title: 'Taustatyöt', content: JobsTab },
  tietosuoja: { title: 'Tietosuojaseloste', groups: privacyGroups },
  muutokset: { title: 'Muutoshistoria', content: ChangesTab },
}
const [firstTab = ''] = Object.keys(tabs)

/** `asetukset` */
export function SettingsScreen() {
  const { search, set } = usePageSearch()
  const chosen = search.osio !== undefined && Object.hasOwn(tabs, search.osio) ? search.osio : firstTab
  const tab = tabs[chosen]
  return (
    <Page
      title="Asetukset"
      focus="heading"
      actions={
        <LinkButton to="/tietojen-tuonti" variant="default" leftSection={<IconDatabaseImport size={18} aria-hidden />}>
          Tuo tiedot
        </LinkButton>
      }
    >
      <ListTabs
        tabs={Object.entries(tabs).map(([value, { title }]) => ({ value, label: title }))}
        chosen={chosen}
        onChoose={(osio) => set({ osio })}
      />
      {tab && ('content' in tab ? <tab.content /> : <SettingsTab key={chosen} name={chosen} tab={tab} />)}
    </Page>
  )
}

function SettingsTab({ name, tab: { title, groups } }: { name: string; tab: FormTab }) {
  const query = useQuery(settingsQuery)
  const { features } = useSettings()
  const shown = useMemo(() => groups.filter(({ feature }) => !feature || features[feature]), [groups, features])
  // A form of its own after each save: the next change begins from what is stored then.
  const [round, setRound] = useState(0)
  if (query.isPending) return <SectionSkeleton lines={6} />
  if (!query.data) return <ErrorState retry={() => void query.refetch()} />
  const onSaved = () => {
    setRound((count) => count + 1)
    void reloadConfig()
  }
  return <SettingsForm key={round} tab={name} label={title} stored={query.data} groups={shown} onSaved={onSaved} />
}

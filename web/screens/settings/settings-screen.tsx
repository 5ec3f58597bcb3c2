import { Box } from '@mantine/core'
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
import { type SettingTab, settingTabs } from './setting-tabs.ts'
import { type SettingGroup, SettingsForm } from './settings-form.tsx'

type FormTab = { groups: readonly SettingGroup[] }
type OwnTab = { content: ComponentType }

/** By their names in the address (`osio`). */
const tabs: Readonly<Record<SettingTab, FormTab | OwnTab>> = {
  yritys: { groups: companyGroups },
  saannot: { groups: ruleGroups },
  toiminnot: { groups: featureGroups },
  yhteydet: { content: IntegrationsTab },
  viestit: { content: MessagesTab },
  viestien_tekstit: { groups: messageTextGroups },
  taustatyot: { content: JobsTab },
  tietosuoja: { groups: privacyGroups },
  muutokset: { content: ChangesTab },
}
const isTab = (name: string | undefined): name is SettingTab => name !== undefined && Object.hasOwn(tabs, name)

/** `asetukset` */
export function SettingsScreen() {
  const { search, set } = usePageSearch()
  const chosen = isTab(search.osio) ? search.osio : 'yritys'
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
        tabs={Object.entries(settingTabs).map(([value, label]) => ({ value, label }))}
        chosen={chosen}
        onChoose={(osio) => set({ osio })}
      />
      <Box mt="md">{'content' in tab ? <tab.content /> : <SettingsTab key={chosen} name={chosen} tab={tab} />}</Box>
    </Page>
  )
}

function SettingsTab({ name, tab: { groups } }: { name: SettingTab; tab: FormTab }) {
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
  return <SettingsForm key={round} tab={name} label={settingTabs[name]} stored={query.data} groups={shown} onSaved={onSaved} />
}

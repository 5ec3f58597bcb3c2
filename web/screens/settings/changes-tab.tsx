import { type SettingsChange, settingsHistoryCall } from '#domain/features/settings/company-settings.ts'
import { callApi } from '#web/data/api-call.ts'
import { formatMoment } from '#web/kit/format.ts'
import { PagedTable } from './paged-table.tsx'
import classes from './settings.module.css'
import { settingLabel } from './settings-data.ts'

/** Who changed which setting, when, from what to what. */
export function ChangesTab() {
  return (
    <PagedTable<SettingsChange>
      title="Muutoshistoria"
      path={settingsHistoryCall.path}
      read={(page, options) => callApi(settingsHistoryCall, page, options)}
      empty="Asetuksia ei ole muutettu."
      columns={[
        { header: 'Aika', width: 150, show: ({ aika }) => formatMoment(aika) },
        { header: 'Kuka', width: 170, show: ({ kayttaja }) => kayttaja || 'Palvelimen ylläpitäjä' },
        { header: 'Asetus', width: 210, show: ({ asetus }) => settingLabel(asetus) },
        { header: 'Ennen', show: ({ ennen }) => <span className={classes.text}>{ennen || '–'}</span> },
        { header: 'Jälkeen', show: ({ jalkeen }) => <span className={classes.text}>{jalkeen || '–'}</span> },
      ]}
    />
  )
}

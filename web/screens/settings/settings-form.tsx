import { SimpleGrid } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { saveSettingsCall } from '#domain/features/settings/company-settings.ts'
import { type SettingName, type Settings, settings } from '#domain/features/settings/settings.ts'
import type { FeatureName } from '#domain/model/features.ts'
import { callApi } from '#web/data/api-call.ts'
import { shownByForm } from '#web/data/fault-toast.tsx'
import { saveKeyOf } from '#web/data/save-key.ts'
import { settingsQuery } from '#web/features/settings/settings-query.ts'
import { type InputProps, OwnFieldInput } from '#web/kit/entity/fields/field-input.tsx'
import { RowForm } from '#web/kit/entity/row-form.tsx'
import { pathOf, type RowFormApi, useRowForm } from '#web/kit/entity/use-row-form.ts'
import { Section } from '#web/ui/section.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import {
  changedSettings,
  type SettingsContent,
  settingLabel,
  settingOfPointer,
  settingsEdit,
  settingsFaults,
  shownSetting,
} from './settings-data.ts'

/** What is asked together, with an input of its own where the one of the field's kind is not enough. */
export type SettingGroup = {
  title: string
  description?: ReactNode
  names: readonly SettingName[]
  inputs?: { readonly [K in SettingName]?: (input: InputProps) => ReactNode }
  descriptions?: { readonly [K in SettingName]?: string }
  /** One below the other, each as wide as the page. */
  wide?: boolean
  /** Left out while the company does not have it. */
  feature?: FeatureName
}

type Props = {
  /** Names the draft: the tab of the screen. */
  tab: string
  label: string
  stored: { values: Settings; versio: number }
  groups: readonly SettingGroup[]
  /** Called with what was stored. */
  onSaved: () => void
}

/** A form of some of the company's settings, saved in one call. */
export function SettingsForm({ tab, label, stored, groups, onSaved }: Props) {
  const client = useQueryClient()
  const names = useMemo(() => groups.flatMap((group) => group.names), [groups])
  const row = useMemo(() => settingsEdit(stored, names), [stored, names])
  const api = useRowForm<SettingsContent, number>({
    id: tab,
    draftOf: () => `asetukset.${tab}`,
    row,
    validate: settingsFaults,
    store: async (edit) => {
      const values = changedSettings(edit)
      if (Object.keys(values).length > 0) {
        const body = { values, versio: edit.stored }
        await callApi(saveSettingsCall, body, { quiet: shownByForm, idempotencyKey: saveKeyOf('asetukset', body) })
        await client.invalidateQueries({ queryKey: settingsQuery.queryKey })
      }
      return tab
    },
    reread: async () => settingsEdit(await client.fetchQuery({ ...settingsQuery, staleTime: 0 }), names),
    fieldOf: settingOfPointer,
  })
  return (
    <RowForm
      label={label}
      api={api}
      labelOf={settingLabel}
      show={shownSetting}
      onSaved={() => {
        showDone('Asetukset tallennettu')
        onSaved()
      }}
    >
      {groups.map((group) => (
        <Section key={group.title} title={group.title}>
          {group.description}
          <SimpleGrid cols={group.wide ? 1 : { base: 1, sm: 2 }} spacing="md" verticalSpacing="sm" mt={group.description ? 'sm' : 0}>
            {group.names.map((name) => (
              <SettingInput key={name} name={name} group={group} form={api.form} />
            ))}
          </SimpleGrid>
        </Section>
      ))}
    </RowForm>
  )
}

type InputOf = { name: SettingName; group: SettingGroup; form: RowFormApi<SettingsContent, number>['form'] }

function SettingInput({ name, group: { inputs, descriptions }, form }: InputOf) {
  const path = pathOf(name)
  const { value, onChange, error, onBlur } = form.getInputProps(path)
  const description = descriptions?.[name]
  const { label } = settings[name]
  const given = { label, value, onChange, error, onBlur, readOnly: false, required: false, 'data-path': path }
  const input: InputProps = description ? { ...given, description } : given
  return inputs?.[name]?.(input) ?? <OwnFieldInput field={settings[name]} input={input} />
}

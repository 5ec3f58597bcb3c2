import { type SettingName, type Settings, settings } from '#domain/features/settings/settings.ts'
import type { Field } from '#domain/model/define-field.ts'
import { shownValue } from '#web/kit/entity/fields/field-text.ts'
import { type RowField, valueFault } from '#web/kit/entity/fields/row-fields.ts'
import { type RowEdit, rowEdit } from '#web/kit/entity/use-row-form.ts'

/** The settings of one form, as they are typed. */
export type SettingsContent = Readonly<Partial<Record<SettingName, unknown>>>
/** `stored` is the version of the settings. */
export type SettingsEdit = RowEdit<SettingsContent, number>

export function settingsEdit({ values, versio }: { values: Settings; versio: number }, names: readonly SettingName[]): SettingsEdit {
  return rowEdit<SettingsContent, number>(versio, Object.fromEntries(names.map((name) => [name, values[name]])))
}

const isSetting = (name: string): name is SettingName => Object.hasOwn(settings, name)

export const settingLabel = (name: string): string => (isSetting(name) ? settings[name].label : name)

export const shownSetting = (name: string, value: unknown): string => (isSetting(name) ? shownValue(settings[name], value) : '')

const described = (name: SettingName): RowField => {
  const field: Field = settings[name]
  return { key: name, label: field.label, required: false, once: false, readOnly: false, kind: 'field', field }
}

const namesIn = (content: SettingsContent): SettingName[] => Object.keys(content).filter(isSetting)

/** What is wrong before the server is asked. */
export function settingsFaults({ content }: Pick<SettingsEdit, 'content'>): Record<string, string> {
  return Object.fromEntries(
    namesIn(content).flatMap((name) => {
      const fault = valueFault(described(name), content[name])
      return fault === null ? [] : [[name, fault]]
    }),
  )
}

/** What was changed, as it is stored: a number that is not typed is 0. */
export function changedSettings({ content, read }: Pick<SettingsEdit, 'content' | 'read'>): SettingsContent {
  const changed = namesIn(content).filter((name) => JSON.stringify(content[name]) !== JSON.stringify(read[name]))
  return Object.fromEntries(changed.map((name) => [name, 'scale' in settings[name] && content[name] === '' ? 0 : content[name]]))
}

/** `/values/alv` → `alv` */
export function settingOfPointer(pointer: string): string | null {
  const [, root, name = ''] = pointer.split('/')
  return root === 'values' && isSetting(name) ? name : null
}

import type { LabelSheet, WaybillForm } from '#domain/features/waybills/forms.ts'

export const formChoices: { value: WaybillForm; label: string }[] = [
  { value: 'lahetys', label: 'Lähetyksittäin' },
  { value: 'koonti', label: 'Koonti' },
  { value: 'tarrat', label: 'Tarrat' },
]

export const sheetChoices: { value: LabelSheet; label: string }[] = [
  { value: 'a6', label: 'A6-arkki' },
  { value: 'a4', label: 'Neljä A4-arkilla' },
]

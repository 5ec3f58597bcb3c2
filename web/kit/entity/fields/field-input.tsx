import { Checkbox, Group, Input, Select, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ChoiceField, ChoicesField, Field, NumberField as NumberShape } from '#domain/model/define-field.ts'
import type { EntityName } from '#domain/model/registry.ts'
import { DateField } from '../../form/date-field.tsx'
import { MomentField } from '../../form/moment-field.tsx'
import { NumberField } from '../../form/number-field.tsx'
import { MinutesField } from '../../form/time-field.tsx'
import type { TypedNumber } from '../../form/typed-number.ts'
import { noValue, shownValue } from './field-text.ts'
import { Files, FilesField } from './files-field.tsx'
import { Pictures, PicturesField } from './pictures-field.tsx'
import { ManyField, OneField, RowNames } from './relation-field.tsx'
import { coordinateDecimals, type RowField } from './row-fields.ts'
import { entityOf } from './row-names.ts'

export type InputProps = {
  label: string
  value: unknown
  /** Accepts a value, or, like a React state setter, a function of the current value. */
  onChange: (value: unknown) => void
  error?: ReactNode
  readOnly: boolean
  required: boolean
  onBlur?: () => void
  /** The autocomplete token of a personal text field; it also determines the keyboard on a phone. */
  autoComplete?: string
  type?: 'email' | 'tel'
  description?: string
  /** `xs` in a cell of a list. */
  size?: 'xs'
  /** The path of the field in the form, to which fault links lead. */
  'data-path': string
}
type Props = { entity: EntityName; described: RowField; input: InputProps }

const typedOf = (value: unknown): TypedNumber => (typeof value === 'number' || typeof value === 'string' ? value : '')
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The kinds of fields that a person who may not edit them reads as text in a box without a border. */
const asText: ReadonlySet<Field['kind']> = new Set(['text', 'area', 'integer', 'decimal', 'money', 'day', 'moment', 'choice'])

function ReadOnlyText({
  text,
  rows,
  onBlur,
  ...marked
}: Omit<InputProps, 'value' | 'onChange' | 'required'> & { text: string; rows: boolean }) {
  return rows ? (
    <Textarea {...marked} variant="filled" autosize minRows={1} maxRows={14} value={text} />
  ) : (
    <TextInput {...marked} variant="filled" value={text} />
  )
}

/** The input for a field, by its kind in the registry. */
export function FieldInput({ entity, described, input }: Props) {
  if (described.kind === 'field') return <OwnFieldInput field={described.field} input={input} />
  const { relation, key } = described
  const { label, error, readOnly, required, onChange } = input
  if (relation.to === 'file' && relation.kind === 'many') {
    const value = textsOf(input.value)
    const [FilesView, FilesEditor] = relation.anyKind ? [Files, FilesField] : [Pictures, PicturesField]
    if (readOnly)
      return (
        <Input.Wrapper label={label} labelElement="div">
          <FilesView label={label} value={value} />
        </Input.Wrapper>
      )
    return (
      <FilesEditor
        entity={entity}
        field={key}
        label={label}
        value={value}
        onChange={(change) => onChange((ids: unknown) => change(textsOf(ids)))}
        error={error}
        data-path={input['data-path']}
      />
    )
  }
  const { description, 'data-path': path } = input
  const shared = { entity: entityOf(relation.to), label, error, readOnly, required, description, 'data-path': path }
  return relation.kind === 'one' ? (
    <OneField {...shared} value={textOf(input.value) || null} onChange={onChange} />
  ) : (
    <ManyField {...shared} value={textsOf(input.value)} onChange={onChange} />
  )
}

export function OwnFieldInput({ field, input }: { field: Field; input: InputProps }) {
  const { value, onChange, ...props } = input
  const marked = { ...props, withAsterisk: props.required && !props.readOnly, required: false }
  if (props.readOnly && asText.has(field.kind))
    return <ReadOnlyText {...marked} rows={field.kind === 'area'} text={shownValue(field, value)} />
  switch (field.kind) {
    case 'text':
      return (
        <TextInput
          {...marked}
          autoComplete={props.autoComplete ?? 'off'}
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'area':
      return (
        <Textarea
          {...marked}
          autosize
          minRows={3}
          maxRows={14}
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'integer':
    case 'decimal':
    case 'money':
      return <AmountInput field={field} input={input} />
    case 'coordinate':
      return (
        <NumberField
          {...marked}
          decimals={coordinateDecimals}
          value={value === null ? '' : typedOf(value)}
          onChange={(typed) => onChange(typed === '' ? null : typed)}
        />
      )
    case 'day':
      return (
        <DateField {...marked} clearButtonProps={{ 'aria-label': `${props.label}: tyhjennä` }} value={typedOf(value)} onChange={onChange} />
      )
    case 'moment':
      return (
        <MomentField
          {...(props.size ? { size: props.size } : {})}
          label={props.label}
          error={props.error}
          readOnly={props.readOnly}
          data-path={props['data-path']}
          value={typedOf(value)}
          onChange={onChange}
        />
      )
    case 'flag':
      return (
        <Checkbox
          label={props.label}
          description={props.description}
          error={props.error}
          disabled={props.readOnly}
          data-path={props['data-path']}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'choice':
      return <ChoiceInput field={field} input={input} />
    case 'choices':
      return <BoxesInput input={input} values={field.values} onChange={onChange} />
    case 'numbers':
      return <BoxesInput input={input} values={field.names ?? {}} onChange={(chosen) => onChange(chosen.map(Number))} />
    case 'days':
    case 'json':
    case 'sequence':
    case 'mark':
      // A field composed of several values needs a custom input (`inputs` of EntityFields).
      return <TextInput {...marked} readOnly value={shownValue(field, value)} />
  }
}

function AmountInput({ field, input: { value, onChange, required, ...props } }: { field: NumberShape; input: InputProps }) {
  if (field.minutes) {
    const shown = field.zeroIsNone && value === 0 ? '' : typedOf(value)
    return <MinutesField {...props} form={field.minutes} withAsterisk={required} value={shown} onChange={onChange} />
  }
  const { per, decimals } = field.shown ?? { per: 1, decimals: field.scale }
  const typed = typedOf(value)
  return (
    <NumberField
      {...props}
      withAsterisk={required}
      decimals={decimals}
      fixed={field.kind === 'money'}
      {...(field.kind === 'money' ? { rightSection: '€' } : {})}
      value={typeof typed === 'number' ? typed / per : typed}
      onChange={(next) => onChange(typeof next === 'number' && per !== 1 ? Math.round(next * per) : next)}
    />
  )
}

function ChoiceInput({ field, input: { value, onChange, required, ...props } }: { field: ChoiceField; input: InputProps }) {
  const options = Object.entries(field.values).map(([value, label]) => ({ value, label: label || '–' }))
  return (
    <Select
      {...props}
      withAsterisk={required}
      data={options}
      allowDeselect={false}
      value={textOf(value)}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  )
}

type BoxesProps = {
  input: InputProps
  values: ChoicesField['values'] | Readonly<Record<number, string>>
  onChange: (chosen: string[]) => void
}

/** Any number of the given values. */
export function BoxesInput({ input, values, onChange }: BoxesProps) {
  return (
    <Checkbox.Group
      label={input.label}
      error={input.error}
      readOnly={input.readOnly}
      withAsterisk={input.required}
      value={textsOf(input.value)}
      onChange={onChange}
      data-path={input['data-path']}
    >
      <Group gap="md" mt={4}>
        {Object.entries(values).map(([value, label]) => (
          <Checkbox key={value} value={value} label={label} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

/** A stored value as text. */
export function FieldValue({ described, value }: { described: RowField; value: unknown }) {
  if (described.kind === 'field') return shownValue(described.field, value)
  const { relation } = described
  const ids = relation.kind === 'one' ? [textOf(value)].filter(Boolean) : textsOf(value)
  if (relation.to !== 'file') return <RowNames entity={entityOf(relation.to)} ids={ids} />
  if (ids.length === 0) return noValue
  const FilesView = relation.kind === 'many' && relation.anyKind ? Files : Pictures
  return <FilesView label={described.label} value={ids} />
}

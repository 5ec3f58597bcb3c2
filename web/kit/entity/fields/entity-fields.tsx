import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import type { EntityName } from '#domain/model/registry.ts'
import classes from '../entity.module.css'
import { pathOf, type RowFormApi } from '../use-row-form.ts'
import { FieldInput, FieldValue, type InputProps } from './field-input.tsx'
import { type Content, type FieldKey, type FieldRights, type RowField, rowField } from './row-fields.ts'

/** Changes several fields of the form at once. */
export type SetFields = (values: Content) => void

export const setFieldsOf =
  <C extends object, S>(form: RowFormApi<C, S>['form']): SetFields =>
  (values) => {
    for (const [key, value] of Object.entries(values)) {
      form.clearFieldError(pathOf(key))
      form.setFieldValue(pathOf(key), value)
    }
  }

/** Inputs that replace the default one of a field's kind: undefined for the default input, false for none. `set` changes other fields too. */
export type CustomInputs<N extends EntityName> = {
  readonly [K in FieldKey<N>]?: (input: InputProps, content: Content, set: SetFields) => ReactNode
}

type Props<N extends EntityName, S> = {
  entity: N
  fields: readonly FieldKey<N>[]
  api: Pick<RowFormApi<Content, S>, 'form'>
  rights: FieldRights
  inputs?: CustomInputs<N> | undefined
}

const isWide = (described: RowField): boolean =>
  described.kind === 'relation' ? described.relation.to === 'file' : described.field.kind === 'area'

/** The given fields of the row: inputs if the viewer may edit any of them, otherwise text. */
export function EntityFields<N extends EntityName, S>({ entity, fields, api: { form }, rights, inputs = {} }: Props<N, S>) {
  const { content } = form.values
  const visible = fields.filter(rights.sees)
  if (!visible.some(rights.edits)) return <EntityFacts fields={visible.map((key) => rowField(entity, key))} content={content} />
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      {visible.map((key) => {
        const described = rowField(entity, key)
        return (
          <div key={key} className={isWide(described) ? classes.wide : classes.field}>
            <FormField entity={entity} described={described} form={form} readOnly={!rights.edits(key)} custom={inputs[key]} />
          </div>
        )
      })}
    </SimpleGrid>
  )
}

type FormFieldProps<C extends object, S> = Pick<InputProps, 'autoComplete' | 'type' | 'description'> & {
  entity: EntityName
  described: RowField
  form: RowFormApi<C, S>['form']
  readOnly: boolean
  custom?: ((input: InputProps, content: C, set: SetFields) => ReactNode) | undefined
}

/** A field of a form for one row. */
export function FormField<C extends object, S>({ entity, described, form, readOnly, custom, ...texts }: FormFieldProps<C, S>) {
  const path = pathOf(described.key)
  const { label, required } = described
  const { value, onChange, error, onBlur } = form.getInputProps(path)
  const input: InputProps = { label, required, value, onChange, error, onBlur, readOnly, 'data-path': path, ...texts }
  return custom?.(input, form.values.content, setFieldsOf(form)) ?? <FieldInput entity={entity} described={described} input={input} />
}

/** The fields as text, for a viewer who may not edit any of them. */
export function EntityFacts({ fields, content }: { fields: readonly RowField[]; content: Content }) {
  return (
    <dl className={classes.facts}>
      {fields.map((described) => (
        <div key={described.key} className={isWide(described) ? classes.wide : undefined}>
          <dt>{described.label}</dt>
          <dd>
            <FieldValue described={described} value={content[described.key]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

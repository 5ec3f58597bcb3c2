import { Alert, Button, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useMatches, useNavigate } from '@tanstack/react-router'
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { reachOf } from '#domain/access/reach.ts'
import { roles } from '#domain/access/roles.ts'
import { mayTouchRow } from '#domain/access/row-rights.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { rowHeading } from '#domain/model/row-heading.ts'
import type { EntityRow } from '#web/data/row.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { Section } from '#web/ui/section.tsx'
import { useOpened } from '../page/opened-pages.ts'
import { DetailPage } from '../page/page.tsx'
import { type CustomInputs, EntityFields, type SetFields, setFieldsOf } from './fields/entity-fields.tsx'
import { FieldValue } from './fields/field-input.tsx'
import { type Content, type FieldKey, rowField } from './fields/row-fields.ts'
import { HistoryPanel } from './history/history-panel.tsx'
import type { Register } from './register.ts'
import { RemoveRow, useRestoreRow } from './remove-row.tsx'
import { RowForm } from './row-form.tsx'
import { rowQuery } from './row-query.ts'
import { MissingRow, RowStates } from './row-states.tsx'
import { ListedRowPage, useListedRow } from './rows/listed-row-page.tsx'
import { type ConfirmSave, useEntityRow, useRowViewer } from './use-entity-row.ts'

export type FieldSection<N extends EntityName> = {
  title: string
  fields: readonly FieldKey<N>[]
  /** Content below the fields, from their current values; `set` is null when the viewer may edit none of them. */
  below?: (content: Content, set: SetFields | null) => ReactNode
}

type Props<N extends EntityName> = {
  register: Register<N>
  /** The row's id, or `new`. */
  id: string
  sections: readonly FieldSection<N>[]
  inputs?: CustomInputs<N>
  /** Content below the form's sections, from the current values. */
  preview?: (content: Content) => ReactNode
  /** What is looked for first, above the form. */
  first?: (row: EntityRow<N>) => ReactNode
  /** Shown beside the heading. */
  detail?: (row: EntityRow<N>) => ReactNode
  /** Additional buttons of the page, before the one that removes the row. */
  actions?: (row: EntityRow<N>) => ReactNode
  /** Shown beside the form; stays visible while the page scrolls. */
  aside?: (row: EntityRow<N>) => ReactNode
  /** Asked before a stored row is saved or removed. */
  confirmSave?: ConfirmSave
  /** Sections of related rows, below the form. */
  related?: (row: EntityRow<N>) => ReactNode
}

/** The page of a register's row, or of a new one. */
export function EntityPage<N extends EntityName>(props: Props<N>): ReactNode {
  const { register, id } = props
  const viewer = useRowViewer()
  if (id === 'new')
    return reachOf(register.entity, viewer.roles).create ? <RowPage key="new" {...props} row={null} /> : <MayNotAdd {...props} />
  // Roles that may not read these rows send no request: repeated refusals would sign them out.
  if (reachOf(register.entity, viewer.roles).read === 'none') return <MissingRow title={register.missingTitle} />
  return <StoredRowPage key={id} {...props} register={register} />
}

/** Shown at the address of a new row to somebody who may not add rows. */
function MayNotAdd<N extends EntityName>({ register }: Props<N>) {
  const access = useMatches({ select: (matches) => matches.at(-1)?.staticData.access })
  const makers = roles.filter((role) => reachOf(register.entity, [role]).create)
  const needed = typeof access === 'object' ? makers.filter((role) => access.includes(role)) : makers
  return <Navigate to="/paasy-kielletty" state={{ needed }} replace />
}

function StoredRowPage<N extends EntityName>(props: Props<N>) {
  const { entity } = props.register
  const query = useQuery(rowQuery(entity, props.id))
  const listed = useListedRow(entity, props.id)
  if (query.data) return <RowPage {...props} row={query.data} />
  if (listed && !query.isError) return <ListedRowPage entity={entity} row={listed} sections={props.sections} />
  return <RowStates label={registry[entity].label} missing={{ title: props.register.missingTitle }} query={query} />
}

function RowPage<N extends EntityName>(props: Props<N> & { row: EntityRow<N> | null }) {
  const { register, row, first, detail, actions, aside, related, confirmSave } = props
  const { entity } = register
  const navigate = useNavigate()
  const viewer = useRowViewer()
  // A new form after each save: the next edit starts from what is stored then.
  const [round, setRound] = useState(0)
  const heading = row ? rowHeading(entity, row) : register.newTitle
  const isRemoved = row?.status === 0
  useOpened(row && !isRemoved ? heading : '', registry[entity].label)
  const mayRemove = row !== null && !isRemoved && mayTouchRow(entity, 'delete', { row, viewer, now: nowSeconds() }) !== false
  const form = useRef<FormHandle>(null)
  const onRemoved = () => {
    form.current?.discard()
    void navigate(register.list)
  }
  const onSaved = (id: string) => {
    if (row) setRound((count) => count + 1)
    else void navigate(register.page(id))
  }
  return (
    <DetailPage
      title={heading}
      detail={row && (detail?.(row) ?? (heading === row.tunniste ? null : row.tunniste))}
      actions={
        row && (
          <>
            {actions?.(row)}
            {mayRemove && (
              <RemoveRow
                entity={entity}
                id={row.id}
                heading={heading}
                failure={register.removalFailure}
                onRemoved={onRemoved}
                confirm={confirmSave && (() => confirmSave({ id: row.id, vid: row.vid, values: { status: 0 } }))}
              />
            )}
          </>
        )
      }
      aside={row && aside?.(row)}
    >
      {isRemoved && row && <RemovedNote entity={entity} id={row.id} reason={row.revision_log_message} />}
      {row && first?.(row)}
      <RowSections key={round} ref={form} {...props} onSaved={onSaved} />
      {row && related?.(row)}
      {row && viewer.roles.includes('yllapito') && <HistoryPanel entity={entity} id={row.id} />}
    </DetailPage>
  )
}

/** `reason`: of the last change, such as the customer into which the row was merged. */
function RemovedNote({ entity, id, reason }: { entity: EntityName; id: string; reason: string }) {
  const { run: restore, isRunning } = useRestoreRow(entity, id)
  return (
    <Alert color="gray" role="note" icon={<IconTrash size={20} aria-hidden />} title="Poistettu">
      {reason !== '' && <Text mb="sm">{reason}</Text>}
      <Button variant="default" size="sm" loading={isRunning} onClick={() => restore()}>
        Palauta
      </Button>
    </Alert>
  )
}

/** `discard`: drops the typed values without storing a draft or asking. */
type FormHandle = { discard: () => void }
type SectionsProps<N extends EntityName> = Props<N> & { row: EntityRow<N> | null; onSaved: (id: string) => void; ref: Ref<FormHandle> }

function RowSections<N extends EntityName>({ register, row, sections, inputs, preview, confirmSave, onSaved, ref }: SectionsProps<N>) {
  const { entity } = register
  const fields = sections.flatMap((section) => section.fields)
  const { api, rights } = useEntityRow({ entity, row, fields, confirmSave })
  useImperativeHandle(ref, () => ({ discard: api.saved }))
  const visible = sections.filter((section) => section.fields.some(rights.sees))
  return (
    <RowForm
      label={registry[entity].label}
      api={api}
      labelOf={(key) => rowField(entity, key).label}
      show={(key, value) => <FieldValue described={rowField(entity, key)} value={value} />}
      onSaved={onSaved}
      editable={rights.editsAny}
      action={row ? 'Tallenna' : 'Lisää'}
    >
      {visible.map(({ title, fields, below }) => (
        <Section key={title} title={title}>
          <EntityFields entity={entity} fields={fields} api={api} rights={rights} inputs={inputs} />
          {below?.(api.form.values.content, fields.some(rights.edits) ? setFieldsOf(api.form) : null)}
        </Section>
      ))}
      {preview?.(api.form.values.content)}
    </RowForm>
  )
}

import type { Entity, Relation } from '#domain/model/define-entity.ts'
import type { Field } from '#domain/model/define-field.ts'
import { registry } from '#domain/model/registry.ts'

/** docs/entities.md: every entity with its fields and relations, from the registry. */
export function entitiesPage(): string {
  return [
    '# Entities',
    '',
    'Made of `domain/model/registry.ts` by `node_modules/.bin/node tools/write-entities-page.ts`; a test compares the two. Every row also has the',
    '[base fields](rules/http-api.md#base-fields): id, drupal_internal__id, vid, langcode, revision_created, revision_log_message, revision_translation_affected,',
    'default_langcode, created, changed, extra_fields, tunniste, name, status.',
    '',
    '*Kept* is written by the server, *once* when the row is made and never after.',
    ...Object.values<Entity>(registry).flatMap(sectionOf),
    '',
  ].join('\n')
}

function sectionOf({ name, type, label, tunniste, nameDefault, nameRequired, fields, relations }: Entity): string[] {
  const naming = nameRequired ? '; `name` is required' : nameDefault ? `; \`name\` is "${nameDefault}" when nothing else is said` : ''
  const shown = Object.entries(relations).filter(([, relation]) => !(relation.kind === 'inverse' && relation.hidden))
  return [
    '',
    `## ${name}: ${label}`,
    `\`${type}\`, ${tunniste.prefix}-1${naming}.`,
    ...tableOf(['field', 'label', 'kind', 'default', ''], Object.entries(fields).map(fieldCells)),
    ...tableOf(['relation', 'label', 'leads to', ''], shown.map(relationCells)),
  ]
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return ['', line(head), line(head.map(() => '---')), ...rows.map(line)]
}

function fieldCells([name, field]: [string, Field]): string[] {
  const notes = [
    field.readOnly ? 'kept' : '',
    field.once ? 'once' : '',
    'required' in field && field.required ? 'required' : '',
    'unique' in field && field.unique ? 'unique' : '',
    field.kind === 'mark' ? `whether one is among \`${field.by}\`` : '',
  ]
  return [`\`${name}\``, field.label, kindOf(field), `\`${JSON.stringify(field.default)}\``, notes.filter(Boolean).join(', ')]
}

function kindOf(field: Field): string {
  switch (field.kind) {
    case 'choice':
    case 'choices':
      return `${field.kind} of ${Object.keys(field.values)
        .map((value) => value || "''")
        .join(', ')}`
    case 'text':
    case 'area':
      return `${field.kind}, at most ${field.max}`
    case 'integer':
    case 'decimal':
    case 'money':
    case 'numbers':
    case 'coordinate':
      return `${field.kind} ${field.min}…${field.max}`
    case 'sequence':
      return `sequence from ${field.start}`
    default:
      return field.kind
  }
}

function relationCells([name, relation]: [string, Relation]): string[] {
  const targets = [relation.to].flat().map((to) => `\`${to}\``)
  const way = { one: 'one', many: 'many', inverse: 'all that point here of' }[relation.kind]
  const notes =
    relation.kind === 'inverse'
      ? [`by \`${relation.via}\``, relation.through ? `through \`${relation.through.entity}\`` : '']
      : [
          relation.readOnly ? 'kept' : '',
          relation.mustBe ? { driver: 'an enabled driver', live: 'not removed' }[relation.mustBe] : '',
          relation.sameCustomer ? "of the same customer or the haulier's own" : '',
          relation.kind === 'one' && relation.once ? 'once' : '',
          relation.kind === 'one' && relation.required ? 'required' : '',
          relation.kind === 'one' && relation.attribute ? `also the attribute \`${relation.attribute}\`` : '',
        ]
  return [`\`${name}\``, relation.label, `${way} ${targets.join(', ')}`, notes.filter(Boolean).join(', ')]
}

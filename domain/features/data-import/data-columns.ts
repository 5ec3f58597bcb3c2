import type { Entity } from '../../model/define-entity.ts'
import { type Field, text } from '../../model/define-field.ts'
import type { ImportColumnShape } from '../../model/import/import-column.ts'
import { type EntityName, type Registry, registry } from '../../model/registry.ts'

/** The rows that a row of a file makes: the register's own row, and those that come with it. */
export type PartName = 'rivi' | 'kaynti' | 'email' | 'posti' | 'verkko' | 'profiili'

/** A column of a data import; its label, limits, checks and choices are those of the field in the registry. */
export type DataColumn = ImportColumnShape & {
  /** As it stands in the template. */
  heading: string
  /** Other headings that mean the same. */
  aliases: readonly string[]
  part: PartName
  entity: EntityName
  /** The field of the entity, `name`, or for a reference to a customer the relation. */
  field: string
  /** How the cell is read: as the field says; as the words that name a customer; or as a number with its country. */
  kind: 'field' | 'postal code' | 'customer' | 'phone'
}

/** The field of an entity with which a cell is checked. */
export function fieldOf(name: EntityName, field: string): Field {
  const { fields, nameRequired = false }: Entity = registry[name]
  const found = field === 'name' ? text('Nimi', { required: nameRequired }) : fields[field]
  if (!found) throw new Error(`${name} has no field ${field}`)
  return found
}

const joined = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .flatMap(([value, label]) => (value === '' ? [] : [label.toLowerCase()]))
    .join(', ')

/** What is written in a cell of the field. */
function helpOf(field: Field): string {
  switch (field.kind) {
    case 'flag':
      return 'kyllä tai ei.'
    case 'day':
    case 'moment':
      return 'Päivä muodossa 1.2.2026 tai 2026-02-01.'
    case 'choice':
      return `Jokin näistä: ${joined(field.values)}.`
    case 'choices':
      return `Yksi tai useampi pilkulla erotettuna: ${joined(field.values)}.`
    case 'integer':
      if (field.minutes) return field.minutes === 'timeOfDay' ? 'Kellonaika, esimerkiksi 6.30.' : 'Kesto, esimerkiksi 8 h 30 min.'
      return field.shown ? `Enintään ${field.shown.decimals} desimaali.` : 'Kokonaisluku.'
    case 'decimal':
      return `Enintään ${field.scale} desimaalia.`
    case 'text':
    case 'area':
      return `Enintään ${field.max} merkkiä.`
    default:
      return ''
  }
}

type Options = Partial<Pick<DataColumn, 'label' | 'help' | 'needed' | 'aliases' | 'kind' | 'part'>>
type FieldName<N extends EntityName> = (keyof Registry[N]['fields'] & string) | 'name'

/** A column of an entity's field. `name` is the column's key in calls, `heading` what people read. */
export function column<N extends EntityName>(
  entity: N,
  field: FieldName<N>,
  options: Pick<DataColumn, 'name' | 'heading'> & Options,
): DataColumn {
  const help = helpOf(fieldOf(entity, field))
  const { heading, aliases = [] } = options
  return {
    ...{ entity, field, label: heading, help, needed: false, part: 'rivi', kind: 'field' },
    ...options,
    aliases: [heading, ...aliases],
  }
}

/** The customer that the row belongs to, in words that people have. */
export const customerColumn = (entity: EntityName, field: string, options: Options): DataColumn => ({
  ...{ name: 'asiakas', heading: 'Asiakas', entity, field, label: 'Asiakas', needed: false, part: 'rivi', kind: 'customer' },
  help: 'Y-tunnus, asiakasnumero (A-12) tai täsmällinen nimi.',
  ...options,
  aliases: ['Asiakas', 'Asiakkaan nimi', 'Asiakkaan Y-tunnus', 'Asiakasnumero', ...(options.aliases ?? [])],
})

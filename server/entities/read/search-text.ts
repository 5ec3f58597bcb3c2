import { and, join, raw, type Sql, sql } from '#server/platform/database/sql.ts'
import { columnOf, type Model, quote, type Resource, relationOf, resourceNamed } from '../model.ts'
import { readable, type Scope } from './conditions.ts'

/**
 * The table `{name}_haku`, which holds the words that rows are found by. Triggers update it at every write. `searchDdl` generates the
 * table and the triggers from the registry, and a test compares them with the migrations.
 */
export const textTable = (resource: Resource): string => quote(`${resource.name}_haku`)
export const vectorOf = (alias: string): string => `array_to_tsvector(string_to_array(btrim(${alias}.sanat), ' '))`

type Kind = 'text' | 'codes' | 'exact'
type Part = { kind: Kind; field: string }

/** The searched fields, by the relation that leads to them; '' stands for the row itself. */
export function searchedParts(resource: Resource): Map<string, Part[]> {
  const { text = [], codes = [], exact = [] } = resource.entity.search ?? {}
  const named = { text, codes, exact }
  const parts = (['text', 'codes', 'exact'] as const).flatMap((kind) =>
    named[kind].map((path) => {
      const [first = '', second] = path.split('.')
      return second === undefined ? { step: '', kind, field: first } : { step: first, kind, field: second }
    }),
  )
  return Map.groupBy(parts, ({ step }) => step)
}

/** The resource at the end of a searched relation, and the column that joins the two. */
export function searchedStep(model: Model, resource: Resource, step: string): { target: Resource; column: string; isInverse: boolean } {
  const relation = relationOf(resource, step)
  const [inverseTo, ...more] = relation?.kind === 'inverse' ? relation.to : []
  if (relation?.kind === 'one') return { target: resourceNamed(model, relation.to), column: `${step}_id`, isInverse: false }
  if (relation?.kind === 'inverse' && inverseTo !== undefined && more.length === 0 && !relation.through)
    return { target: resourceNamed(model, inverseTo), column: `${relation.via}_id`, isInverse: true }
  throw new Error(`${resource.name} cannot be searched through "${step}"`)
}

function expressionOf(resource: Resource, alias: string, field: string): string {
  const { prefix, of } = resource.entity.tunniste
  if (field === 'tunniste') return `'${prefix}' || ${alias}.${quote(columnOf(resource, of).name)}`
  const { name, kind } = columnOf(resource, field)
  return kind === 'text' || kind === 'area' ? `${alias}.${quote(name)}` : `${alias}.${quote(name)}::text`
}

const compact = (value: string): string => `haku_tunnus(${value})`

/** A field may be named both in `codes` and in `exact`. */
const unrepeated = (list: readonly string[]): string[] => [...new Set(list)]

/** The searchable values of the parts of a row, as SQL expressions. */
const searchedValues = (target: Resource, alias: string, parts: readonly Part[]): string[] =>
  unrepeated(
    parts.flatMap(({ kind, field }) => {
      const value = expressionOf(target, alias, field)
      return kind === 'text' ? [value] : field === 'tunniste' ? [compact(value)] : [value, compact(value)]
    }),
  )

/** The words of the row's fields that are hidden from the scope's roles, as an SQL expression; null when there are none. */
export function hiddenWordsOf(resource: Resource, alias: string, scope: Scope): string | null {
  const { hide } = scope.rights.reach(resource.name)
  const hidden = (searchedParts(resource).get('') ?? []).filter(({ field }) => hide.has(field))
  return hidden.length === 0 ? null : `hakusanat(concat_ws(' ', ${searchedValues(resource, alias, hidden).join(', ')}), ARRAY[]::text[])`
}

/** The words of a row, as an SQL expression; with a scope, only the words that its viewer may see. */
export function wordsOf(model: Model, resource: Resource, alias: string, scope: Scope | null): Sql {
  const texts: Sql[] = []
  const exact: string[] = []
  const sees = (at: Resource, name: string): boolean => !scope?.rights.reach(at.name).hide.has(name)
  for (const [step, parts] of searchedParts(resource)) {
    if (step !== '' && !sees(resource, step)) continue
    const { target, column, isInverse } =
      step === '' ? { target: resource, column: '', isInverse: false } : searchedStep(model, resource, step)
    const inner = step === '' ? alias : `${alias}_${step}`
    const visible = parts.filter(({ field }) => sees(target, field))
    const values = searchedValues(target, inner, visible)
    if (values.length === 0) continue
    if (step === '') {
      texts.push(raw(values.join(', ')))
      exact.push(...visible.flatMap(({ kind, field }) => (kind === 'exact' ? [compact(expressionOf(resource, alias, field))] : [])))
      continue
    }
    const link = raw(isInverse ? `${inner}.${quote(column)} = ${alias}.id` : `${inner}.id = ${alias}.${quote(column)}`)
    const condition = and([link, raw(`${inner}.status = 1`), scope ? readable(scope, target, inner) : null])
    // Most lines of a row name the same places: each value is processed once.
    const line = isInverse ? `string_agg(DISTINCT v COLLATE "C", ' ')` : `concat_ws(' ', ${values.join(', ')})`
    const from = isInverse ? `${target.table} ${inner}, unnest(ARRAY[${values.join(', ')}]) AS v` : `${target.table} ${inner}`
    texts.push(sql`(SELECT ${line} FROM ${from} WHERE ${condition ?? 'true'})`)
  }
  return sql`hakusanat(concat_ws(' ', ${join(texts, ', ')}), ARRAY[${exact.join(', ')}]::text[])`
}

const textOfWords = (words: Sql): string => words.text.join('')

/** The statements of a migration that create the table of a resource's words, its index, and the triggers that update it. */
export function searchDdl(model: Model, resource: Resource): string {
  const { name, table } = resource
  const text = textTable(resource)
  const parts = searchedParts(resource)
  const steps = [...parts.keys()].filter((step) => step !== '').map((step) => ({ step, ...searchedStep(model, resource, step) }))
  const outward = steps.filter(({ isInverse }) => !isInverse)
  const inward = steps.filter(({ isInverse }) => isInverse)
  const differs = (names: readonly string[]): string =>
    `(${names.map((column) => `OLD.${quote(column)} IS DISTINCT FROM NEW.${quote(column)}`).join(' OR ')})`
  const columnsFor = (at: Resource, step: string): string[] =>
    unrepeated((parts.get(step) ?? []).filter(({ field }) => field !== 'tunniste').map(({ field }) => columnOf(at, field).name))
  const trigger = (what: string, at: Resource, when: string, body: string): string =>
    `CREATE FUNCTION ${name}_haku_${what}() RETURNS trigger LANGUAGE plpgsql AS $$\nBEGIN\n  ${body}\n  RETURN NULL;\nEND $$;\nCREATE TRIGGER ${name}_haku_${what} ${when.replace('?', at.table)} EXECUTE FUNCTION ${name}_haku_${what}();`
  const inserted = 'AFTER INSERT ON ? REFERENCING NEW TABLE AS uudet FOR EACH STATEMENT'
  const keeps = (ids: string): string => `PERFORM ${name}_haku_paivita(${ids});`
  // Related rows that the same statement inserts have their own triggers.
  const alone = inward.map(
    ({ target, column }) => ` AND NOT EXISTS (SELECT FROM ${target.table} x WHERE x.${column} = u.id AND x.status = 1)`,
  )
  const locks = outward.map(
    ({ step, column }) =>
      `  PERFORM pg_advisory_xact_lock_shared(hashtext('${name}_haku_${step}'), avain)\n    FROM (SELECT DISTINCT hashtext(r.${column}::text) AS avain FROM ${table} r WHERE r.id = ANY(rivit) ORDER BY 1) s;\n`,
  )
  return [
    `CREATE TABLE ${text} (id uuid PRIMARY KEY, nro bigint NOT NULL UNIQUE, sanat text COLLATE "C" NOT NULL);`,
    `CREATE INDEX ${name}_haku_sanat ON ${text} USING gin ((${vectorOf(text)}));`,
    `CREATE FUNCTION ${name}_haku_paivita(rivit uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(rivit) = 0 THEN
    RETURN;
  END IF;
${locks.join('')}  WITH uudet AS (
    INSERT INTO ${text} AS h (id, nro, sanat)
    SELECT r.id, r.drupal_internal__id, ${textOfWords(wordsOf(model, resource, 'r', null))}
    FROM ${table} r WHERE r.id = ANY(rivit)
    ON CONFLICT (id) DO UPDATE SET sanat = excluded.sanat WHERE h.sanat <> excluded.sanat
    RETURNING sanat
  )
  INSERT INTO hakusana (sana)
  SELECT DISTINCT s.sana FROM uudet, unnest(string_to_array(btrim(uudet.sanat), ' ')) AS s(sana)
  WHERE length(s.sana) > 3 AND (s.sana >= 'a' OR s.sana < ':' AND s.sana ~ '[^0-9]') AND NOT EXISTS (SELECT FROM hakusana k WHERE k.sana = s.sana)
  ORDER BY s.sana
  ON CONFLICT DO NOTHING;
END $$;`,
    trigger('uusi', resource, inserted, keeps(`ARRAY(SELECT u.id FROM uudet u WHERE true${alone.join('')})`)),
    trigger(
      'muuttui',
      resource,
      `AFTER UPDATE ON ? FOR EACH ROW WHEN ${differs([...columnsFor(resource, ''), ...outward.map(({ column }) => column)])}`,
      keeps('ARRAY[NEW.id]'),
    ),
    ...inward.flatMap(({ step, target, column }) => [
      trigger(`${step}_uusi`, target, inserted, keeps(`ARRAY(SELECT DISTINCT u.${column} FROM uudet u)`)),
      trigger(
        `${step}_muuttui`,
        target,
        `AFTER UPDATE ON ? FOR EACH ROW WHEN ${differs([...columnsFor(target, step), column, 'status'])}`,
        keeps(`ARRAY[OLD.${column}, NEW.${column}]`),
      ),
    ]),
    ...outward.map(({ step, target, column }) =>
      trigger(
        `${step}_muuttui`,
        target,
        `AFTER UPDATE ON ? FOR EACH ROW WHEN ${differs([...columnsFor(target, step), 'status'])}`,
        `PERFORM pg_advisory_xact_lock(hashtext('${name}_haku_${step}'), hashtext(NEW.id::text));\n  ${keeps(`ARRAY(SELECT r.id FROM ${table} r WHERE r.${column} = NEW.id)`)}`,
      ),
    ),
    `SELECT ${name}_haku_paivita(ARRAY(SELECT id FROM ${table}));`,
  ].join('\n\n')
}

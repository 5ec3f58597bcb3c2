import { RequestFault } from '#domain/errors.ts'
import { featureOff, type Switches } from '#domain/model/features.ts'
import { type Model, type Resource, relationOf, resourceNamed } from '../model.ts'
import type { FilterNode, Query } from './query.ts'

/**
 * Refuses a person's query whose includes, filters or sorts lead to an entity whose feature is switched off (rules/settings.md#feature-switches).
 * A query without relations costs nothing.
 */
export async function refuseSwitchedOffPaths(
  { model, switches }: { model: Model; switches: () => Promise<Switches> },
  resources: readonly Resource[],
  { include, filter, sort }: Query,
): Promise<void> {
  const paths = [...include, ...sort.map(({ path }) => path.steps), ...(filter ? stepsOf(filter) : [])].filter(({ length }) => length > 0)
  if (paths.length === 0) return
  refuseSwitchedOffEntities(
    paths.flatMap((path) => entitiesOn(model, resources, path)),
    await switches(),
  )
}

/** Throws 404 when one of the entities belongs to a feature that is switched off. */
export function refuseSwitchedOffEntities(names: readonly string[], { off }: Switches): void {
  for (const name of new Set(names)) {
    const { reads } = off(name)
    if (reads) throw new RequestFault({ kind: 'not_found', detail: featureOff(reads) })
  }
}

const stepsOf = (node: FilterNode): (readonly string[])[] => ('conjunction' in node ? node.members.flatMap(stepsOf) : [node.path.steps])

function entitiesOn(model: Model, resources: readonly Resource[], path: readonly string[]): string[] {
  const names: string[] = []
  let here = resources
  for (const step of path) {
    here = here.flatMap((resource) => {
      const relation = relationOf(resource, step)
      const targets = relation?.kind === 'inverse' ? relation.to : relation ? [relation.to] : []
      return targets.map((name) => resourceNamed(model, name))
    })
    names.push(...here.map(({ name }) => name))
  }
  return names
}

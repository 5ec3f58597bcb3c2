import { queryOptions } from '@tanstack/react-query'
import type { EntityName } from '#domain/model/registry.ts'
import { read } from '#web/data/json-api.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import type { EntityRow } from '#web/data/row.ts'

/** A whole row. The caller shows that it does not exist or may not be read, so there is no toast. */
export const rowQuery = <N extends EntityName>(entity: N, id: string) =>
  queryOptions({
    queryKey: queryKeys.one(entity, id, {}),
    queryFn: async ({ signal }): Promise<EntityRow<N>> => (await read(entity, id, {}, { signal, quiet: [404] })).row,
  })

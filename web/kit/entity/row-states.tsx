import { CallFault } from '#web/data/fault.ts'
import { EmptyState, ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { Page } from '../page/page.tsx'

type Props = {
  /** The page's title while there is no row: `Auto`. */
  label: string
  missing: { title: string; text: string }
  query: { error: Error | null; refetch: () => Promise<unknown> }
}

/** The page of a row that is being fetched, or that could not be fetched. */
export function RowStates({ label, missing, query: { error, refetch } }: Props) {
  if (error instanceof CallFault && error.status === 404) {
    return (
      <Page title={missing.title}>
        <EmptyState title={missing.title}>{missing.text}</EmptyState>
      </Page>
    )
  }
  return (
    <Page title={label}>
      {error ? (
        <ErrorState retry={() => void refetch()} />
      ) : (
        <>
          <SectionSkeleton lines={6} />
          <SectionSkeleton lines={3} />
        </>
      )}
    </Page>
  )
}

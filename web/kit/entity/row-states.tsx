import { CallFault } from '#web/data/fault.ts'
import { EmptyState, ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { Page } from '../page/page.tsx'

type Props = {
  /** What the page is of, while its row is not there: `Auto`. */
  label: string
  missing: { title: string; text: string }
  query: { error: Error | null; refetch: () => Promise<unknown> }
}

/** The page of a row that has not come yet, or that cannot be had. */
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

import { CallFault } from '#web/data/fault.ts'
import { EmptyState, ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { Page } from '../page/page.tsx'

type Missing = { title: string; text?: string }
type Props = {
  /** The page's title while there is no row: `Auto`. */
  label: string
  missing: Missing
  query: { error: Error | null; refetch: () => Promise<unknown> }
}

/** The page of a row that does not exist, or that the viewer may not read. */
export const MissingRow = ({ title, text = 'Se on poistettu, tai sinulla ei ole oikeutta nähdä sitä.' }: Missing) => (
  <Page title={title}>
    <EmptyState title={title}>{text}</EmptyState>
  </Page>
)

/** The page of a row that is being fetched, or that could not be fetched. */
export function RowStates({ label, missing, query: { error, refetch } }: Props) {
  if (error instanceof CallFault && error.status === 404) return <MissingRow {...missing} />
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

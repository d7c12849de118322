import { texts } from '../../shared/texts.ts'
import { Button } from '../ui/Button.tsx'

type MoreProps = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

export function More({ query }: MoreProps) {
  return (
    query.hasNextPage && (
      <div className="mt-6 flex justify-center">
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.showMore}
        </Button>
      </div>
    )
  )
}

import { texts } from '../../shared/texts.ts'
import { Button } from '../ui/Button.tsx'

type MoreProps = {
  query: {
    hasNextPage: boolean
    isFetching: boolean
    fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>
  }
}

export function More({ query }: MoreProps) {
  return (
    query.hasNextPage && (
      <div className="mt-6 flex justify-center">
        <Button busy={query.isFetching} onClick={() => void query.fetchNextPage({ cancelRefetch: false })}>
          {texts.showMore}
        </Button>
      </div>
    )
  )
}

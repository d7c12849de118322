import { texts } from '../../shared/texts.ts'
import { Button } from '../ui/Button.tsx'

/** 'Show 4 more' button that replaces the rest of a run of entries. */
export function Folded({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <li className="py-3">
      <Button size="sm" onClick={onShow}>
        {texts.activity.showFolded(count)}
      </Button>
    </li>
  )
}

import { Heart, MessageCircle } from 'lucide-react'

/** Shared by all cards of a page. */
export const CountShapes = () => (
  <span hidden>
    <Heart id="shape-likes" />
    <MessageCircle id="shape-comments" />
  </span>
)

export const CountIcon = ({ of: kind }: { of: 'likes' | 'comments' }) => (
  <svg width="15" height="15" viewBox="0 0 24 24" aria-hidden="true">
    <use href={`#shape-${kind}`} />
  </svg>
)

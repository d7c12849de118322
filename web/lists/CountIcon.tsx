import { Heart, MessageCircle } from 'lucide-react'

/** The shapes of the icons on the cards of a page, once for all of them. */
export const CountShapes = () => (
  <span hidden>
    <Heart id="shape-likes" />
    <MessageCircle id="shape-comments" />
  </span>
)

/** A small icon that is drawn by a shape of the page. */
export const CountIcon = ({ of }: { of: 'likes' | 'comments' }) => (
  <svg width="15" height="15" viewBox="0 0 24 24" aria-hidden="true">
    <use href={`#shape-${of}`} />
  </svg>
)

import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { withMentions, type Mentioned } from '../../shared/mentions.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { classes } from './classes.ts'

type ExpandableTextProps = {
  text: string
  mentions?: readonly Mentioned[] | undefined
  /** number of lines shown before 'Show more' */
  lines?: 4 | 8
  className?: string
}

export function ExpandableText({ text, mentions, lines = 8, className }: ExpandableTextProps) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [open, setOpen] = useState(false)
  const [isLong, setLong] = useState(false)

  useLayoutEffect(() => {
    const element = paragraph.current
    if (!element || open) return
    const measure = () => setLong(element.scrollHeight > element.clientHeight + 2)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [text, open, lines])

  return (
    <div className={className}>
      <p
        ref={paragraph}
        dir="auto"
        className={classes(
          'max-w-reading wrap-anywhere whitespace-pre-line',
          !open && (lines === 4 ? 'line-clamp-4' : 'line-clamp-8'),
        )}
      >
        {mentions ? <Linked text={text} mentions={mentions} /> : text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="tap mt-1 rounded-sleeve text-sm font-semibold text-accent-ink hover:underline"
        >
          {open ? texts.ui.showLess : texts.showMore}
        </button>
      )}
    </div>
  )
}

function Linked({ text, mentions }: { text: string; mentions: readonly Mentioned[] }) {
  return withMentions(text, mentions).map(({ text: piece, nickname }, index) =>
    nickname === null ? (
      piece
    ) : (
      <Link
        key={index}
        href={paths.profile(nickname)}
        className="rounded-sleeve font-semibold text-accent-ink underline-offset-4 hover:underline"
      >
        {piece}
      </Link>
    ),
  )
}

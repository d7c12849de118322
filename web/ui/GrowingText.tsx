import { useEffect, useImperativeHandle, useLayoutEffect, useRef, type ComponentProps } from 'react'
import { classes } from './classes.ts'

/** A textarea as high as its text, between the `min-h-` and `max-h-` of its class. */
export function GrowingText({ ref, className, onInput, ...rest }: ComponentProps<'textarea'>) {
  const own = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => own.current!, [])
  useLayoutEffect(() => grow(own.current!))
  useEffect(() => {
    if (growsByItself()) return
    const element = own.current!
    let width = element.offsetWidth
    const observer = new ResizeObserver(() => {
      // Not for a height that somebody has drawn with the mouse.
      if (element.offsetWidth === width) return
      width = element.offsetWidth
      grow(element)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <textarea
      {...rest}
      ref={own}
      // Of a form that reads its fields by itself nothing is rendered while one types.
      onInput={(event) => {
        grow(event.currentTarget)
        onInput?.(event)
      }}
      className={classes('field-sizing-content', className)}
    />
  )
}

/** Safari before 26.2 and Firefox before 152 do not know `field-sizing`. */
const growsByItself = () => CSS.supports('field-sizing', 'content')

function grow(element: HTMLTextAreaElement) {
  const { style, value, parentElement } = element
  if (growsByItself() || (value === '' && style.height === '')) return
  // While it is measured the page must not get shorter: it would be scrolled.
  parentElement!.style.minHeight = `${parentElement!.offsetHeight}px`
  style.height = 'auto'
  const borders = element.offsetHeight - element.clientHeight
  style.height = value === '' ? '' : `${element.scrollHeight + borders}px`
  parentElement!.style.minHeight = ''
}

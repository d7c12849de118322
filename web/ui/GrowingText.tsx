import { useEffect, useImperativeHandle, useLayoutEffect, useRef, type ComponentProps } from 'react'
import { classes } from './classes.ts'

/** Textarea that is as high as its text, between the `min-h-` and `max-h-` of its class. */
export function GrowingText({ ref, className, onInput, ...rest }: ComponentProps<'textarea'>) {
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => field.current!, [])
  useLayoutEffect(() => grow(field.current!))
  useEffect(() => {
    if (growsByItself()) return
    const element = field.current!
    let width = element.offsetWidth
    const observer = new ResizeObserver(() => {
      // Keep a height that the user set by dragging.
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
      ref={field}
      // An uncontrolled form does not render while the user types, so the height is set here.
      onInput={(event) => {
        grow(event.currentTarget)
        onInput?.(event)
      }}
      className={classes('field-sizing-content', className)}
    />
  )
}

/** False in Safari before 26.2 and Firefox before 152, which do not support `field-sizing`. */
const growsByItself = () => CSS.supports('field-sizing', 'content')

function grow(element: HTMLTextAreaElement) {
  const { style, value, parentElement } = element
  if (growsByItself() || (value === '' && style.height === '')) return
  // Keep the page from getting shorter during the measurement: it would scroll.
  parentElement!.style.minHeight = `${parentElement!.offsetHeight}px`
  style.height = 'auto'
  const borders = element.offsetHeight - element.clientHeight
  style.height = value === '' ? '' : `${element.scrollHeight + borders}px`
  parentElement!.style.minHeight = ''
}

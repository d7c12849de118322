import { useId, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { texts } from '../texts/pictures.ts'
import { frameOf, moveCrop, moveOfKey, type Crop, type Size } from './crop.ts'

type CropFrameProps = { image: HTMLImageElement; size: Size; crop: Crop; onChange: (crop: Crop) => void }

const percent = new Intl.NumberFormat(texts.numbers, { style: 'percent' })
const css = (fraction: number) => `${fraction * 100}%`

/** The picture, and over it the frame that is moved. */
export function CropFrame({ image, size, crop, onChange }: CropFrameProps) {
  const hint = useId()
  const area = useRef<HTMLDivElement>(null)
  const drag = useRef<{ crop: Crop; x: number; y: number } | null>(null)
  const { left, top, width, height } = frameOf(crop, size)

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || drag.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { crop, x: event.clientX, y: event.clientY }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag.current) return
    const { width, height } = area.current!.getBoundingClientRect()
    const by = {
      x: (event.clientX - drag.current.x) / width,
      y: (event.clientY - drag.current.y) / height,
    }
    onChange(moveCrop(drag.current.crop, by, size))
  }
  const endDrag = () => (drag.current = null)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = moveOfKey(event.key, event.shiftKey)
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    onChange(moveCrop(crop, by, size))
  }

  return (
    <>
      <p id={hint} className="text-sm text-muted">
        {texts.pictures.cropHint}
      </p>
      <div
        ref={area}
        className="relative mx-auto mt-3 overflow-hidden rounded-control bg-sunken"
        style={{
          aspectRatio: `${size.width} / ${size.height}`,
          width: `min(100%, ${(50 * size.width) / size.height}dvh)`,
        }}
      >
        <img src={image.src} alt="" draggable={false} className="size-full select-none" />
        {/* No role names a frame that is moved in two directions; this one passes the arrow keys on to it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the frame is moved as a whole */}
        <div
          role="application"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the frame is moved with keys
          tabIndex={0}
          aria-label={texts.pictures.crop}
          aria-describedby={hint}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={endDrag}
          onPointerCancel={endDrag}
          onKeyDown={onKeyDown}
          className={
            'absolute cursor-move touch-none shadow-[0_0_0_100vmax_rgb(0_0_0/0.55)] ring-2 ring-[#fff] ring-inset ' +
            'focus-visible:outline-2 focus-visible:-outline-offset-4 focus-visible:outline-accent-ink'
          }
          style={{ left: css(left), top: css(top), width: css(width), height: css(height) }}
        >
          <div className="size-full rounded-full border-2 border-dashed border-[#fff]/80" />
        </div>
      </div>
      <p role="status" className="sr-only">
        {texts.pictures.cropPlace(percent.format(left), percent.format(top))}
      </p>
    </>
  )
}

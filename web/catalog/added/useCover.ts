import { useEffect, useRef, useState } from 'react'
import { pictureLimits } from '../../../shared/limits.ts'
import { paths } from '../../../shared/paths.ts'
import { texts } from '../../../shared/texts.ts'

/** `sent` is a fraction from 0 to 1, or null when nothing is being uploaded. */
type State = { preview: string | null; sent: number | null; error: string | null }
type Answer = { cover?: unknown; error?: unknown }

const nothing: State = { preview: null, sent: null, error: null }

/** Uploads a chosen picture at once, so that saving only sends its id. `onUploaded` gets null if there is no picture. */
export function useCover(onUploaded: (cover: string | null) => void) {
  const [state, setState] = useState(nothing)
  const request = useRef<XMLHttpRequest | null>(null)
  const upload = useRef<Promise<boolean>>(Promise.resolve(true))
  useEffect(() => () => request.current?.abort(), [])

  const fail = (error: string) => {
    setState({ ...nothing, error })
    return false
  }
  const choose = (file: File) => {
    request.current?.abort()
    onUploaded(null)
    if (file.size > pictureLimits.upload) return fail(texts.pictures.tooLarge)
    setState({ ...nothing, sent: 0 })
    void readAddress(file).then((preview) => setState((previous) => ({ ...previous, preview })))
    const xhr = new XMLHttpRequest()
    request.current = xhr
    upload.current = send(xhr, file, (sent) => setState((previous) => ({ ...previous, sent }))).then(
      ({ cover, error }) => {
        if (request.current !== xhr) return true
        if (typeof cover !== 'string')
          return fail(typeof error === 'string' ? error : texts.pictures.uploadFailed)
        onUploaded(cover)
        setState((previous) => ({ ...previous, sent: null }))
        return true
      },
    )
    return true
  }
  const remove = () => {
    request.current?.abort()
    request.current = null
    setState(nothing)
    onUploaded(null)
  }
  /** resolves to false if the chosen picture could not be uploaded */
  const settled = () => upload.current
  return { ...state, choose, remove, settled }
}

export type Cover = ReturnType<typeof useCover>

/** Resolves to an empty answer if the server did not respond. */
function send(xhr: XMLHttpRequest, file: File, onProgress: (sent: number) => void): Promise<Answer> {
  return new Promise((resolve) => {
    xhr.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded / file.size))
    xhr.addEventListener('loadend', () => {
      try {
        resolve(JSON.parse(xhr.responseText) as Answer)
      } catch {
        resolve({})
      }
    })
    xhr.open('POST', paths.coverFile())
    xhr.setRequestHeader('content-type', 'application/octet-stream')
    xhr.send(file)
  })
}

/** A `data:` address: our policy for pictures does not allow `blob:`. */
function readAddress(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(new Blob([file], { type: file.type }))
  })
}

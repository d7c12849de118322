import { useEffect, useRef, useState } from 'react'
import { pictureLimits } from '../../../shared/limits.ts'
import { paths } from '../../../shared/paths.ts'
import { texts } from '../../texts/pictures.ts'

/** `sent` is a fraction from 0 to 1, or null when nothing is being uploaded. */
type State = { preview: string | null; sent: number | null; error: string | null }
type Answer = { cover?: unknown; error?: unknown }

const nothing: State = { preview: null, sent: null, error: null }

/**
 * Uploads a chosen picture at once, so that saving only sends its id. `onUploaded` gets undefined while there is no upload, and
 * null if the user removes the cover.
 */
export function useCover(onUploaded: (cover: string | null | undefined) => void) {
  const [state, setState] = useState(nothing)
  const request = useRef<XMLHttpRequest | null>(null)
  const upload = useRef<Promise<boolean> | null>(null)
  useEffect(() => () => request.current?.abort(), [])

  const forget = () => {
    const previous = request.current
    request.current = null
    upload.current = null
    previous?.abort()
  }
  const fail = (error: string) => {
    setState({ ...nothing, error })
    return false
  }
  const choose = (file: File) => {
    forget()
    onUploaded(undefined)
    if (file.size > pictureLimits.upload) return fail(texts.pictures.tooLarge)
    setState({ ...nothing, sent: 0 })
    const xhr = new XMLHttpRequest()
    request.current = xhr
    void readAddress(file).then((preview) => {
      if (request.current === xhr) setState((previous) => ({ ...previous, preview }))
    })
    upload.current = send(xhr, file, (sent) => setState((previous) => ({ ...previous, sent }))).then(
      ({ cover, error }) => {
        if (request.current !== xhr) return true
        upload.current = null
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
    forget()
    setState(nothing)
    onUploaded(null)
  }
  /** resolves to false if the running upload fails; then the next attempt to save works without the picture */
  const settled = async () => (await upload.current) ?? true
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

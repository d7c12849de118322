import { useSyncExternalStore } from 'react'
import { FILE_NAME_HEADER, TIME_ZONE_HEADER } from '../../shared/importKinds.ts'
import { importLimits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { onPersonGone } from '../lib/personal.ts'
import { texts } from '../texts/imports.ts'

/** `sent` is a fraction from 0 to 1; `error` is set after a failure. */
export type Upload = { fileName: string; sent: number; error: string | null }

// Module state: the upload continues while other pages are open.
let upload: Upload | null = null
let request: XMLHttpRequest | null = null
const listeners = new Set<() => void>()

function show(next: Upload | null) {
  upload = next
  listeners.forEach((listener) => listener())
}

onPersonGone(() => endUpload())

export const useUpload = (): Upload | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => upload,
    () => null,
  )

export function endUpload(): void {
  request?.abort()
  request = null
  show(null)
}

export function startUpload(file: File, onArrived: () => void): void {
  endUpload()
  const fail = (error: string) => show({ fileName: file.name, sent: 0, error })
  if (file.size > importLimits.upload) return fail(texts.imports.fileTooLarge)
  if (file.size === 0) return fail(texts.imports.fileEmpty)
  // `fetch` does not report upload progress.
  const xhr = new XMLHttpRequest()
  request = xhr
  show({ fileName: file.name, sent: 0, error: null })
  xhr.upload.addEventListener('progress', ({ loaded }) => {
    if (request === xhr) show({ fileName: file.name, sent: loaded / file.size, error: null })
  })
  xhr.addEventListener('loadend', () => {
    if (request !== xhr) return
    request = null
    if (xhr.status === 200) {
      show(null)
      onArrived()
    } else fail(saidBy(xhr) ?? texts.imports.uploadFailed)
  })
  xhr.open('POST', paths.importFile())
  xhr.setRequestHeader('content-type', 'application/octet-stream')
  xhr.setRequestHeader(FILE_NAME_HEADER, encodeURIComponent(file.name))
  xhr.setRequestHeader(TIME_ZONE_HEADER, browserTimeZone())
  xhr.send(file)
}

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns null if the response is not ours, or contains no text. */
function saidBy({ responseText }: XMLHttpRequest): string | null {
  try {
    const { error } = JSON.parse(responseText) as { error?: unknown }
    return typeof error === 'string' ? error : null
  } catch {
    return null
  }
}

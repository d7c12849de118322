import { useEffect, useRef, useState } from 'react'
import { languageNames, languages, themes, type Language } from '../../shared/preferences.ts'
import { texts } from '../../shared/texts.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { chooseLanguage, hasUnsent, wasJustChosen } from './language.ts'
import { chooseTheme, useTheme } from './theme.ts'

export default function Preferences() {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
      <LanguageChoice />
      <ThemeChoice />
    </div>
  )
}

function LanguageChoice() {
  const [pendingLanguage, setPendingLanguage] = useState<Language | null>(null)
  const group = useRef<HTMLDivElement>(null)

  // Restores the focus after the reload, so that the arrow keys continue to work.
  useEffect(() => {
    if (wasJustChosen()) group.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [])

  const choose = (language: Language) =>
    hasUnsent() ? setPendingLanguage(language) : chooseLanguage(language)
  return (
    <div ref={group} className="flex items-center gap-2">
      <span aria-hidden="true">{texts.preferences.language}</span>
      <Segmented
        label={texts.preferences.language}
        options={languages.map((value) =>
          value === 'default'
            ? { value, label: texts.preferences.default }
            : { value, label: languageNames[value], lang: value },
        )}
        value={texts.language}
        onChange={choose}
      />
      <ConfirmDialog
        open={pendingLanguage !== null}
        onOpenChange={(open) => !open && setPendingLanguage(null)}
        title={texts.preferences.change}
        text={texts.preferences.discards}
        verb={texts.discardChanges}
        onConfirm={() => chooseLanguage(pendingLanguage!)}
      />
    </div>
  )
}

function ThemeChoice() {
  const theme = useTheme()
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden="true">{texts.preferences.theme}</span>
      <Segmented
        label={texts.preferences.theme}
        options={themes.map((value) => ({ value, label: texts.preferences[value] }))}
        value={theme}
        onChange={chooseTheme}
      />
    </div>
  )
}

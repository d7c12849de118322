import type { Texts } from '../../shared/texts.ts'

// The first match wins: a User-Agent also contains the names of programs further down the list (Edge contains Chrome, which
// contains Safari).
const programs: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.+ Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const isCommand = /^(node|undici|curl\/)/i

const firstOf = (names: [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

export function deviceOf(userAgent: string, texts: Texts): string {
  if (isCommand.test(userAgent)) return texts.auth.commandLine
  const [program, system] = [firstOf(programs, userAgent), firstOf(systems, userAgent)]
  if (program && system) return texts.auth.device(program, system)
  return program ?? system ?? texts.auth.unknownDevice
}
